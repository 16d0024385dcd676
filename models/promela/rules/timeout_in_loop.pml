//! about = "Two processes that wait for timeout may both take it"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 15, O1 = 15 }

byte fired = 0

active [2] proctype watchdog() {
  timeout -> fired++;
  assert(fired == 1 || fired == 2)
}
