//! about = "The left operand keeps the right one, which is outside its array, from being evaluated"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = { O0 = 415, O1 = 415, O2 = 413 }
//! group = { O0 = "1", O1 = "2", O2 = "1" }

// Processes take turns for one lock after 200 steps, so states that are tried out at the start show nothing.

bit lock; byte count; bit go;
byte a[3];
proctype P(byte lo; byte hi) {
  go == 1;
end1: atomic { lock == 0 -> lock = 1 };
  if :: a[lo] == 1 && a[hi] == 1 -> skip :: else -> skip fi;
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

init { atomic { run Clock(); run P(7, 0); run P(0, 7) } }
