//! about = "Processes that end have a provided clause that is never faulty: an array at their own number"
//! [[run]]
//! verdict = "holds"
//! states = 15
//! group = "6"
//! orbits = 4
//! refused_by = ["lazy", "lazy-without-subsumption"]

bit may[3] = 1; byte n;

active [3] proctype P() provided (may[_pid]) { n = (n + 1) % 3 }
