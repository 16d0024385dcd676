//! about = "A receive as escape: the message interrupts the loop"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 55, O1 = 55 }

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
