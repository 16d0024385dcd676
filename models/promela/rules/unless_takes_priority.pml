//! about = "Once the escape is executable, the main sequence stops"
//! [[run]]
//! verdict = "holds"
//! states = 45
//! group = "1"
//! orbits = 26
//! refused_by = ["lazy", "lazy-without-subsumption"]

bool alarm = false
byte x = 0

active proctype worker() {
  {
    do
    :: x < 3 -> x++
    :: x == 3 -> x = 0
    od
  } unless {
    alarm -> assert(alarm); x = 9
  };
  assert(x == 9)
}

active proctype bell() { alarm = true }
