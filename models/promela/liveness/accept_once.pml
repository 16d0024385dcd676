//! about = "An accept label that is passed at most once"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", accept = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", accept = "holds" }

byte x

active proctype counter() {
  do
  :: x < 3 -> x++
  :: x == 3 -> break
  od;
accept_full:
  x = 0;
  do
  :: x = 1 - x
  od
}
