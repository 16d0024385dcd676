//! about = "local asserts that one process only uses a global; the meaning is that of a global"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 8, O1 = 7, O2 = 8 }
//! group = "1"
//! orbits = { O0 = 6, O1 = 5, O2 = 6 }

local byte mine = 0
byte theirs = 0

active proctype owner() {
  mine = 3;
  mine++;
  theirs = mine
}

active proctype other() {
  theirs == 4 -> assert(theirs == 4)
}
