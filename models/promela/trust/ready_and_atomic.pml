//! about = "A rendezvous send inside an atomic sequence gives up control while the receiver is at a private statement"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 32, O1 = 32, O2 = 19 }
//! group = "1"
//! orbits = { O0 = 23, O1 = 23, O2 = 13 }
//! refused_by = ["lazy", "lazy-without-subsumption"]
chan c = [0] of { byte };
byte g, h;

active proctype P() {
  byte x, y;
  g = 1;
  x = y + 5;
  c?y;
  assert(x == 5)
}

active proctype Q() {
  g == 1;
  atomic { h = 1; c!1; h = 2 }
}

active proctype R() {
  end: h == 1 -> assert(false)
}
