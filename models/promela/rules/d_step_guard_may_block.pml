//! about = "Only the first statement of a d_step may wait"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 8, O1 = 8 }

bool ready = false
byte x = 0

active proctype waiting() {
  d_step { ready -> x = 1; x = 2 };
  assert(x == 2)
}

active proctype starter() { ready = true }
