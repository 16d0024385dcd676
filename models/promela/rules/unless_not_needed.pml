//! about = "If the main sequence ends before the escape is executable, the escape is skipped"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 22, O1 = 22 }

bool alarm = false
byte x = 0

active proctype worker() {
  { x = 1; x = 2 } unless { alarm -> x = 9 };
  assert(x == 2 || x == 9)
}

active proctype bell() { alarm = true }
