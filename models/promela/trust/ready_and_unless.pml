//! about = "An escape that is a rendezvous send has precedence only once the receiver has finished a private statement"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
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
