//! about = "A hidden variable is no part of the state"
//! [[run]]
//! verdict = "holds"
//! states = 5
//! group = "1"

hidden byte scratch
byte x = 0

active proctype worker() {
  do
  :: d_step { x < 3 -> scratch = x; x = scratch + 1; scratch = 0 }
  :: x == 3 -> x = 0
  od
}
