//! about = "np_ is true when no process is at a progress label; it may be used in claims only"
//! [[run]]
//! verdict = "holds"
//! states = 6
//! group = "1"

byte x = 0

active proctype worker() {
  do
  :: x < 2 ->
progress:
     x++
  :: x == 2 -> x = 0
  od
}

never {
watch:
  do
  :: np_ -> goto watch
  :: else -> goto watch
  od
}
