//! about = "The number of a process, kept in a variable, is compared by order with a number"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 415
//! group = "1"

// Processes take turns for one lock after 200 steps, so states that are tried out at the start show nothing.

bit lock; byte count; bit go; byte n; byte owner;
active [2] proctype P() {
  pid k = _pid;
  go == 1;
end1: atomic { lock == 0 -> lock = 1; owner = k };
  assert(n >= k);
end: false
}
active proctype Clock() {
  n = n * 2;
  do
  :: count < 200 -> count++
  :: count == 200 -> break
  od;
  go = 1;
end: false
}
