//! about = "An array that is not in the state has bounds too"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 431
//! group = "2"
//! orbits = 420

// Processes take turns for one lock after 200 steps, so states that are tried out at the start show nothing.

bit lock; byte count; bit go;
hidden byte h[4];
proctype P() {
  go == 1;
end1: atomic { lock == 0 -> lock = 1 };
  h[_pid] = 1;
end: false
}

proctype Clock() {
  do
  :: count < 200 -> count++
  :: count == 200 -> break
  od;
  go = 1;
end: false
}

init { atomic { run Clock(); run P(); run P(); run P() } }
