//! about = "Non-progress cycles are not looked for, so that nothing is said to hold"
//! [[run]]
//! claim = "checked"
//! verdict = "undecided"
//! properties = { safety = "holds", progress = "undecided" }
//! states = 3
//! group = "1"

bit b = 0

active proctype flip() {
  do
  :: b = 1
  :: b == 1 ->
progress_back:
     b = 0
  od
}
