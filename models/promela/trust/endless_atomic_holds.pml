//! about = "An atomic that never ends and has no fault starves the others, which is no violation"
//! [[run]]
//! verdict = "holds"
//! states = 3
//! group = "1"

byte b;

active proctype endless() {
  atomic { b = 1; do :: b = 2; b = 3 od }
}

active proctype starved() {
  b = 5;
  assert(b == 5);
end:
  false
}
