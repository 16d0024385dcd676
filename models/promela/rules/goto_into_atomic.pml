//! about = "A jump into an atomic sequence is atomic from there on"
//! [[run]]
//! verdict = "holds"
//! states = 10
//! group = "1"
//! orbits = 6

byte x = 0

active proctype jumper() {
  goto inside;
  atomic {
    x = 100;
inside:
    x++;
    x++
  };
  assert(x != 100)
}

active proctype watcher() {
  assert(x == 0 || x == 2)
}
