//! about = "enabled(p) tells whether process p can move"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 9, O1 = 9 }

bool go = false

active proctype waiting() {
  go
}

active proctype asking() {
  assert(!enabled(0));
  go = true;
  assert(enabled(0) || pc_value(0) != 0)
}
