//! about = "A variable that is written and never read"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 31, O1 = 21, O2 = 13 }
//! group = "2"
//! orbits = { O0 = 13, O1 = 10, O2 = 6 }

byte log_of = 0
byte x = 0

active [2] proctype worker() {
  log_of = _pid + 1;
  x++;
  log_of = 7
}
