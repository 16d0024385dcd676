//! about = "Without atomic the same increments interleave and the watcher fails"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 31
//! group = "2"
//! orbits = 12

byte x = 0

active [2] proctype mover() {
  x++;
  x++
}

active proctype watcher() {
  assert(x % 2 == 0)
}
