//! about = "A process number that is cut off when it is copied into a narrower variable"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 7, O1 = 7, O2 = 6 }
//! group = "1"
//! lazy_without_subsumption = { O0 = 7, O1 = 7, O2 = 6 }
//! lazy = { O0 = 7, O1 = 7, O2 = 6 }

// 257 names nobody; in a byte it is 1: process 1 and no other may go on.
int y; byte x; bit lock;
proctype P() {
end1: x == _pid && lock == 0 -> lock = 1;
  assert(_pid != 2);
end: false
}
proctype S() { y = 257; x = y; end: false }
init { atomic { run P(); run P(); run P(); run S() } }
