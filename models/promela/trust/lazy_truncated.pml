//! about = "A number that names a process once its cell has cut it off"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 6, O1 = 6, O2 = 5 }
//! group = "1"
//! lazy_without_subsumption = { O0 = 6, O1 = 6, O2 = 5 }
//! lazy = { O0 = 6, O1 = 6, O2 = 5 }

// 257 in a byte is 1: process 1 and no other may go on.
byte x; bit lock; bit f[4];
proctype P() {
end1: x == _pid && lock == 0 -> lock = 1;
  assert(_pid != 2);
end: false
}
proctype S() { x = 257; end: false }
init { atomic { run P(); run P(); run P(); run S() } }
