//! about = "Two processes that wait for timeout may both take it"
//! [[run]]
//! verdict = "holds"
//! states = 15
//! group = "2"
//! orbits = 7
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte fired = 0

active [2] proctype watchdog() {
  timeout -> fired++;
  assert(fired == 1 || fired == 2)
}
