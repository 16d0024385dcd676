//! about = "Reading and writing in two steps loses an update"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 63, O1 = 63, O2 = 48 }
//! group = "2"
//! orbits = { O0 = 29, O1 = 29, O2 = 25 }

byte n = 0
byte finished = 0

active [2] proctype counter() {
  byte mine;
  mine = n;
  n = mine + 1;
  finished++;
  (finished == 2);
  assert(n == 2)
}
