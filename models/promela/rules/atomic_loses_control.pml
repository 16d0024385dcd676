//! about = "An atomic sequence that blocks lets others run and resumes atomically"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 7, O1 = 7 }

bool open = false
byte x = 0

active proctype waiting() {
  atomic { x = 1; open -> x++; x++; assert(x == 13) }
}

active proctype opener() {
  atomic { x == 1 -> x = x + 10; open = true }
}
