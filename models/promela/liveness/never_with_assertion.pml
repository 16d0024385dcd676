//! about = "A never claim with an assertion inside"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", checks = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", checks = "holds" }

byte x

active proctype counter() {
  do
  :: x < 5 -> x++
  :: x == 5 -> x = 0
  od
}

never checks {
  do
  :: assert(x <= 5)
  od
}
