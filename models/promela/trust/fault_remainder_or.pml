//! about = "A remainder of a division by zero stands before a true operand"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 413
//! group = { O0 = "1", O1 = "2", O2 = "1" }

// Processes take turns for one lock after 200 steps, so states that are tried out at the start show nothing.

bit lock; byte count; bit go;
byte x = 1;
proctype P(byte k) {
  go == 1;
end1: atomic { lock == 0 -> lock = 1 };
  x % k == 1 || 1;
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

init { atomic { run Clock(); run P(0); run P(1) } }
