//! about = "A process number that is cut off when it is received into a narrower variable"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 7, O1 = 7, O2 = 6 }
//! group = "1"
//! lazy_without_subsumption = { O0 = 7, O1 = 7, O2 = 6 }
//! lazy = { O0 = 7, O1 = 7, O2 = 6 }

int y; byte x; bit lock; chan q = [1] of { int };
proctype P() {
end1: x == _pid && lock == 0 -> lock = 1;
  assert(_pid != 2);
end: false
}
proctype S() { q!257; q?x; end: false }
init { atomic { run P(); run P(); run P(); run S() } }
