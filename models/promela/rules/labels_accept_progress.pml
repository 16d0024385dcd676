//! about = "accept and progress labels have no effect on safety"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"

byte x = 0

active proctype loop() {
accept_here:
  do
  :: x == 0 ->
progress_there:
     x = 1
  :: x == 1 -> x = 0
  od
}
