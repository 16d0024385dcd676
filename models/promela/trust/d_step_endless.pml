//! about = "A d_step that comes back to where it was does not end, which is an error and not a million statements for each state"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 36
//! group = "6"
//! orbits = 18
byte x;

active [3] proctype P() {
  do
  :: x < 3 -> x++
  :: d_step { do :: x > 5 -> break :: else od }
  od
}
