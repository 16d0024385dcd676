//! about = "An escape that is a rendezvous send has precedence only once the receiver has finished a private statement"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 14, O1 = 14, O2 = 12 }
//! group = "1"
//! orbits = { O0 = 9, O1 = 9, O2 = 8 }
//! refused_by = ["lazy", "lazy-without-subsumption"]
chan c = [0] of { byte };
byte g;

active proctype P() {
  byte x, y;
  g = 1;
  x = y + 5;
  c?y;
  assert(x == 5)
}

active proctype Q() {
  g == 1;
  { assert(false) } unless { c!1 }
}
