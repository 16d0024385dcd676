//! about = "_last is the process that made the previous step"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 39, O1 = 39 }

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
