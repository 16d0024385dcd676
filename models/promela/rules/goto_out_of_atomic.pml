//! about = "A jump out of an atomic sequence ends atomicity"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 27, O1 = 27, O2 = 13 }
//! group = "1"
//! orbits = { O0 = 22, O1 = 22, O2 = 8 }

byte x = 0

active proctype jumper() {
  atomic {
    x = 1;
    goto outside;
    x = 100
  };
outside:
  x = 2;
  assert(x != 100)
}

active proctype watcher() {
  byte seen;
  seen = x;
  assert(seen <= 2)
}
