//! about = "An expression as a statement waits until it is not zero; negative numbers are not zero"
//! [[run]]
//! verdict = "holds"
//! states = 26
//! group = "1"
//! orbits = 21

byte x = 2
bool passed = false

active proctype waiting() {
  x - 2;
  passed = true
}

active proctype negative() {
  x - 5;
  assert(x == 2 || x == 1)
}

active proctype counting() {
  assert(!passed);
  x = 1;
  passed;
  assert(x == 1)
}
