//! about = "Every cycle passes a progress label"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", progress = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", progress = "holds" }

byte x

active [2] proctype counter() {
  do
  :: x < 2 ->
progress_up:
     x++
  :: x > 0 ->
progress_down:
     x--
  od
}
