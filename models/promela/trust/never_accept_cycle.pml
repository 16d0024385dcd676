//! about = "A claim with an accept label on a cycle: never completed, and violated by an acceptance cycle"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", stays_one = "violated" }

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
