//! about = "Active processes get ids 0, 1, 2 in the order of declaration, init comes where it stands"
//! [[run]]
//! verdict = "holds"
//! states = 59
//! group = "6"
//! orbits = 21

byte seen = 0

active [2] proctype first() {
  assert(_pid == 0 || _pid == 1);
  seen++
}

active proctype second() {
  assert(_pid == 2);
  seen++
}

init {
  assert(_pid == 3);
  (seen == 3)
}
