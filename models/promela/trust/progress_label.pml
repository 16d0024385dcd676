//! about = "A cycle that passes no progress label"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "cycle"
//! properties = { safety = "holds", progress = "violated" }

bit b = 0

active proctype flip() {
  do
  :: b = 1
  :: b == 1 ->
progress_back:
     b = 0
  od
}
