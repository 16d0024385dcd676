//! about = "Where nobody can move without a timeout, a process that waits for one is enabled"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 16, O1 = 13, O2 = 13 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x;

active proctype A() {
  timeout;
  x = 1
}

active proctype B() {
  (enabled(0));
  x = 2
}
