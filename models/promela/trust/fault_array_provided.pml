//! about = "A provided clause is outside its array for one process, and then holds"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 408
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Processes take turns for one lock after 200 steps, so states that are tried out at the start show nothing.

bit lock; byte count; bit go;
byte a[3]; bit ended;
proctype P(byte k) provided (a[k] == 0 || 1) {
  go == 1;
end1: atomic { lock == 0 -> lock = 1 };
  ended = 1; assert(_pid != 2);
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

init { atomic { run Clock(); run P(0); run P(7) } }
