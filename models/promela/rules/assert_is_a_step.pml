//! about = "An assertion is a step of its own and may be overtaken"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 15
//! group = "1"
//! orbits = 8

byte x = 0

active proctype one() {
  x = 1;
  assert(x == 1)
}

active proctype two() {
  x = 2
}
