//! about = "Elements of an array of structures are independent"
//! [[run]]
//! verdict = "holds"
//! states = 85
//! group = "6"
//! orbits = 20
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

typedef cell { byte value; bool used }
cell store[3]

active [3] proctype filler() {
  store[_pid].value = _pid + 10;
  store[_pid].used = true;
  assert(store[_pid].value == _pid + 10)
}
