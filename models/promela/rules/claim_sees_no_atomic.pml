//! about = "A never claim does not see the states inside an atomic"
//! [[run]]
//! claim = "checked"
//! verdict = "holds"
//! states = { O0 = 8, O1 = 8, O2 = 7 }
//! group = "1"
//! orbits = { O0 = 7, O1 = 7, O2 = 6 }
//! undecided_by = ["lazy", "lazy-without-subsumption"]

byte x = 0
byte y = 0

init {
  atomic { x = 1; x = 2; x = 0 };
  y = 1
}

never {
watch:
  do
  :: x == 1 -> break
  :: else
  od
}
