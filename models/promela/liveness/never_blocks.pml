//! about = "A never claim that can go on with no infinite run"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", stays_small = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", stays_small = "holds" }

byte x

active proctype counter() {
  do
  :: x < 4 -> x++
  :: x == 4 -> x = 0
  od
}

never stays_small {
accept_init:
  do
  :: x < 3
  od
}
