//! about = "A conditional expression of literals is matched against a process"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 7, O1 = 7, O2 = 6 }
//! group = "2"
//! orbits = { O0 = 6, O1 = 6, O2 = 5 }

// Only process 1 can make the guard of S true.

bit f; chan q = [1] of { byte };
bit lock;
proctype P() {
end1: atomic { lock == 0 -> lock = 1; q!_pid };

end: false
}
proctype S() { end2: q?eval((f -> 9 : 1)); assert(false); end: false }
init { atomic { run P(); run P(); run P(); run S() } }
