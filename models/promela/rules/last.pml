//! about = "_last is the process that made the previous step"
//! [[run]]
//! verdict = "holds"
//! states = 39
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x = 0

active proctype one() {
  x = 1;
  assert(_last == 0 || _last == 1);
  assert(_last != 0 || x == 1 || x == 2)
}

active proctype two() {
  x = 2;
  assert(_last != 1 || x == 2)
}
