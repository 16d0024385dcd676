//! about = "A claim with an accept label on a cycle: its completion is looked for, acceptance cycles are not"
//! [[run]]
//! claim = "checked"
//! verdict = "undecided"
//! properties = { safety = "holds", stays_one = "undecided" }
//! states = 7
//! group = "1"
//! orbits = 6

bit b = 0

active proctype stop() {
  b = 1
}

never stays_one {
  do
  :: true
  :: b == 1 -> goto accept_one
  od;
accept_one:
  do
  :: b == 1
  od
}
