//! about = "A claim does not move while an atomic goes on for ever, nor does the system stand still then"
//! [[run]]
//! claim = "checked"
//! verdict = "holds"
//! states = 2
//! group = "1"
//! undecided_by = ["lazy", "lazy-without-subsumption"]

byte b;

active proctype endless() {
  atomic { b = 1; do :: b = 2; b = 3 od }
}

never {
  do :: b == 3 -> break :: else od
}
