//! about = "A never claim still moves when the system has ended"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "claim"
//! states = { O0 = 8, O1 = 8, O2 = 7 }
//! group = "1"
//! orbits = { O0 = 7, O1 = 7, O2 = 6 }
//! undecided_by = ["lazy", "lazy-without-subsumption"]

byte x = 0

init {
  x = 1;
  x = 2
}

never {
watch:
  do
  :: x == 2 -> break
  :: else
  od
}
