//! about = "_pid in a never claim is 0, which names a process"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "claim"
//! states = 847
//! group = "2"
//! orbits = 826
//! undecided_by = ["lazy", "lazy-without-subsumption"]

// Only process 0 can complete the claim, after 200 steps.

bit lock; byte count; bit go; byte x = 9;
active [3] proctype P() {
  go == 1;
end1: atomic { lock == 0 -> lock = 1; x = _pid };
end: false
}
active proctype Clock() {
  do
  :: count < 200 -> count++
  :: count == 200 -> break
  od;
  go = 1;
end: false
}
never { do :: x == _pid -> break :: else od }
