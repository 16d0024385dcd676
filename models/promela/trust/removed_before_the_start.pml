//! about = "A process that has gone before all are created is counted by the one that creates them"
//! [[run]]
//! verdict = "holds"
//! states = 9
//! group = "1"

proctype child() {
  skip
}

init {
  pid p;
  p = run child();
  _nr_pr == 1;
  p = run child()
}
