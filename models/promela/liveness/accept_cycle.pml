//! about = "An accept label that a run passes again and again"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "cycle"
//! properties = { safety = "holds", accept = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "cycle"
//! properties = { safety = "holds", accept = "violated" }

byte x

active proctype counter() {
  do
  :: x < 3 -> x++
  :: x == 3 ->
accept_full:
     x = 0
  od
}
