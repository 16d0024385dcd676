//! about = "Only the first statement of a d_step may wait"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! orbits = 4

bool ready = false
byte x = 0

active proctype waiting() {
  d_step { ready -> x = 1; x = 2 };
  assert(x == 2)
}

active proctype starter() { ready = true }
