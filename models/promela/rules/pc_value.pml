//! about = "pc_value(p) is the number of the control state of process p"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 16, O1 = 16, O2 = 14 }
//! group = "1"

byte x = 0

active proctype walker() {
  x = 1;
  x = 2;
end:
  false
}

active proctype asking() {
  byte before;
  d_step { before = pc_value(0) };
  (x == 2);
  assert(before <= pc_value(0))
}
