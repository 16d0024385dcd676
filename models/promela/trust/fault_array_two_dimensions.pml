//! about = "One of two indices is outside its bound"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = { O0 = 415, O1 = 415, O2 = 413 }
//! group = { O0 = "1", O1 = "4", O2 = "1" }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

// Processes take turns for one lock after 200 steps, so states that are tried out at the start show nothing.

bit lock; byte count; bit go;
typedef T { byte b[2] }; T a[3];
proctype P(byte k; byte l) {
  go == 1;
end1: atomic { lock == 0 -> lock = 1 };
  if :: a[k].b[l] == 1 && 0 -> skip :: else -> skip fi;
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

init { atomic { run Clock(); run P(1, 2); run P(2, 1) } }
