//! about = "A never claim with a choice and two accept labels, one of them on no cycle of the program"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", small_or_large = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", small_or_large = "violated" }

byte x

active proctype counter() {
  do
  :: x < 4 -> x++
  :: x == 4 -> x = 2
  od
}

never small_or_large {
  do
  :: true
  :: x == 0 -> goto accept_small
  :: x == 2 -> goto accept_large
  od;
accept_small:
  do
  :: x == 0
  od;
accept_large:
  do
  :: x >= 2
  od
}
