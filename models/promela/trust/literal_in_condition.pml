//! about = "A literal inside a conditional expression names a process"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 8, O1 = 6, O2 = 6 }
//! group = "2"

// Only process 1 can ever pass its guard.

byte x = 9; bit f;
bit lock;
proctype P() {
end1: atomic { x == _pid && lock == 0 -> lock = 1 };
  assert(false);
end: false
}
proctype S() { x = (f -> 9 : 1); f = 1; end: false }
init { atomic { run P(); run P(); run P(); run S() } }
