//! about = "printf evaluates its arguments: an element that only one process has"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 4
//! group = "1"

// Only the number of the first process is an index of the array, so of the two that may get there first one goes wrong.
// Symmetry that took printf for nothing would merge them.

byte names[1];
bool taken = false;

active [2] proctype worker() {
end_wait:
  atomic { !taken -> taken = true };
  printf("%d\n", names[_pid]);
end_done:
  false
}
