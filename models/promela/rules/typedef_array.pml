//! about = "Elements of an array of structures are independent"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 85, O1 = 85 }

typedef cell { byte value; bool used }
cell store[3]

active [3] proctype filler() {
  store[_pid].value = _pid + 10;
  store[_pid].used = true;
  assert(store[_pid].value == _pid + 10)
}
