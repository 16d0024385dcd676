//! about = "A receive as escape: the message interrupts the loop"
//! [[run]]
//! verdict = "holds"
//! states = 55
//! group = "1"
//! orbits = 30
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan stop = [1] of { bit }
byte n = 0

active proctype worker() {
  do
  :: n < 4 -> n++
  :: n == 4 -> n = 0
  od unless { stop?1 };
  assert(empty(stop))
}

active proctype boss() { stop!1 }
