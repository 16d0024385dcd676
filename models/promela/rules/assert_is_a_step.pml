//! about = "An assertion is a step of its own and may be overtaken"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 15, O1 = 15 }

byte x = 0

active proctype one() {
  x = 1;
  assert(x == 1)
}

active proctype two() {
  x = 2
}
