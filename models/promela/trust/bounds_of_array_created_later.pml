//! about = "The array of a process that is created later has bounds"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 475
//! group = "2"
//! orbits = 445
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Processes take turns for one lock after 200 steps, so states that are tried out at the start show nothing.

bit lock; byte count; bit go;
byte who = 9;
proctype P() {
  go == 1;
end1: atomic { lock == 0 -> lock = 1 };
  who = _pid; end2: false;

}

proctype Clock() {
  do
  :: count < 200 -> count++
  :: count == 200 -> break
  od;
  go = 1;
end: false
}
proctype R(byte y) { byte h[4]; h[y] = 1; h[y] == 1; end: false }
proctype S() { who != 9; run R(who); end: false }

init { atomic { run Clock(); run P(); run P(); run P(); run S() } }
