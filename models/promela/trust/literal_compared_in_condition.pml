//! about = "A conditional expression of literals is compared with a process"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 7, O1 = 7, O2 = 6 }
//! group = "2"
//! orbits = { O0 = 6, O1 = 6, O2 = 5 }

// Only process 1 can make the guard of S true.

byte x = 9; bit f;
bit lock;
proctype P() {
end1: atomic { lock == 0 -> lock = 1; x = _pid };
end: false
}
proctype S() { end2: do :: x == (f -> 9 : 1) -> assert(false); break od; end: false }
init { atomic { run P(); run P(); run P(); run S() } }
