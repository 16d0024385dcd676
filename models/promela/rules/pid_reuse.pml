//! about = "The id of a dead process is given to the next one"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 17, O1 = 11, O2 = 11 }
//! group = "1"

byte last = 0

proctype child() {
  last = _pid
}

init {
  pid p;
  p = run child();
  assert(p == 1);
  (_nr_pr == 1);
  p = run child();
  assert(p == 1);
  (_nr_pr == 1);
  assert(last == 1)
}
