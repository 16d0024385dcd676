//! about = "_nr_pr counts the processes that exist"
//! [[run]]
//! verdict = "holds"
//! states = 11
//! group = "1"

proctype child() {
  skip
}

init {
  assert(_nr_pr == 1);
  atomic {
    run child();
    assert(_nr_pr == 2);
    run child();
    assert(_nr_pr == 3)
  };
  (_nr_pr == 1)
}
