//! about = "A literal argument names a process once it has been truncated"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 7, O1 = 6, O2 = 6 }
//! group = "2"

// Only process 1 can ever pass its guard.

byte x = 9; bit f;
bit lock;
proctype P() {
end1: atomic { x == _pid && lock == 0 -> lock = 1 };
  assert(false);
end: false
}
proctype R(byte y) { f = 1; x = y; end: false }
proctype S() { run R(257); end: false }
init { atomic { run P(); run P(); run P(); run S() } }
