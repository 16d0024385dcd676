//! about = "A hidden variable is read after its process had to wait in the middle of an atomic sequence"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 11
//! group = "1"
//! orbits = 7
hidden byte h;
chan c = [1] of { byte };

active proctype P() {
  byte x;
  atomic { h = 3; c?x; assert(h != 3) }
}

active proctype Q() {
  byte y;
  y = 1;
  c!y
}
