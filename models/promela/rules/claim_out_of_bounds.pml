//! about = "A condition of a never claim that cannot be evaluated is an error, not false"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "runtime"
//! states = { O0 = 8, O1 = 8, O2 = 6 }
//! group = "1"
//! orbits = { O0 = 7, O1 = 7, O2 = 5 }
//! undecided_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! claim = "ignored"
//! verdict = "holds"
//! states = { O0 = 5, O1 = 5, O2 = 3 }
//! group = "1"
//! orbits = { O0 = 4, O1 = 4, O2 = 2 }

byte table[2]
byte i = 0

init {
  i = 1;
  i = 2;
  i = 0
}

never {
watch:
  do
  :: table[i] == 0
  od
}
