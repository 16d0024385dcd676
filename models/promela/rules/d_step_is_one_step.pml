//! about = "A d_step is one step with no state inside"
//! [[run]]
//! verdict = "holds"
//! states = 13
//! group = "2"
//! orbits = 6

byte x = 0

active [2] proctype mover() {
  d_step { x++; x++; x = x - 1; x++ };
  assert(x == 2 || x == 4)
}
