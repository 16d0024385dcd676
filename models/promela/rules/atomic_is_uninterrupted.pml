//! about = "Nobody sees the middle of an atomic sequence that does not block"
//! [[run]]
//! verdict = "holds"
//! states = 31
//! group = "2"
//! orbits = 12

byte x = 0

active [2] proctype mover() {
  atomic { x++; x++ };
  assert(x == 2 || x == 4)
}

active proctype watcher() {
  assert(x % 2 == 0)
}
