//! about = "timeout is true when nothing else in the system can move"
//! [[run]]
//! verdict = "holds"
//! states = 13
//! group = "1"
//! orbits = 8
//! refused_by = ["lazy", "lazy-without-subsumption"]

bool go = false
byte x = 0

active proctype waiting() {
  go;
  assert(x == 2)
}

active proctype watchdog() {
  timeout;
  assert(x == 2);
  go = true
}

active proctype worker() {
  x++;
  x++
}
