//! about = "A statement that blocks inside a d_step is an error"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 1
//! group = "1"

bool never_set = false
byte x = 0

active proctype stuck() {
  d_step { x = 1; never_set; x = 2 }
}
