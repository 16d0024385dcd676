//! about = "enabled(p) tells whether process p can move"
//! [[run]]
//! verdict = "holds"
//! states = 9
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

bool go = false

active proctype waiting() {
  go
}

active proctype asking() {
  assert(!enabled(0));
  go = true;
  assert(enabled(0) || pc_value(0) != 0)
}
