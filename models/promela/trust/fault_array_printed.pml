//! about = "What is printed is outside its array"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 413
//! group = "1"

// Processes take turns for one lock after 200 steps, so states that are tried out at the start show nothing.

bit lock; byte count; bit go;
byte a[3];
proctype P(byte k) {
  go == 1;
end1: atomic { lock == 0 -> lock = 1 };
  printf("%d", a[k]);
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

init { atomic { run Clock(); run P(7); run P(0) } }
