//! about = "If the main sequence ends before the escape is executable, the escape is skipped"
//! [[run]]
//! verdict = "holds"
//! states = 22
//! group = "1"
//! orbits = 12
//! refused_by = ["lazy", "lazy-without-subsumption"]

bool alarm = false
byte x = 0

active proctype worker() {
  { x = 1; x = 2 } unless { alarm -> x = 9 };
  assert(x == 2 || x == 9)
}

active proctype bell() { alarm = true }
