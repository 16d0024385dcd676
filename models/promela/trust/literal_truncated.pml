//! about = "A literal names a process once it has been truncated"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 8, O1 = 6, O2 = 4 }
//! group = "1"

// Only process 1 can ever pass its guard.

byte x = 9; bit f;
bit lock;
proctype P() {
end1: atomic { x == _pid && lock == 0 -> lock = 1 };
  assert(false);
end: false
}
proctype S() { x = 257; f = 1; end: false }
init { atomic { run P(); run P(); run P(); run S() } }
