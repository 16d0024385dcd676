//! about = "One process makes progress only if it is treated fairly"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "cycle"
//! properties = { safety = "holds", progress = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", progress = "holds" }

bit x
bit y

active proctype works() {
  do
  :: x == 0 ->
progress_work:
     x = 1
  :: x == 1 -> x = 0
  od
}

active proctype idles() {
  do
  :: y = 1 - y
  od
}
