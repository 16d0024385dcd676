//! about = "An atomic sequence that blocks lets others run and resumes atomically"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"
//! orbits = 4

bool open = false
byte x = 0

active proctype waiting() {
  atomic { x = 1; open -> x++; x++; assert(x == 13) }
}

active proctype opener() {
  atomic { x == 1 -> x = x + 10; open = true }
}
