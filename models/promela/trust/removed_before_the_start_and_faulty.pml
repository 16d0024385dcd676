//! about = "A process is created when another has gone, by one that may else wait for ever, and breaks an assertion"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 12
//! group = "1"

bit again

proctype child() {
  skip;
  assert(!again)
}

init {
  run child();
end:
  _nr_pr == 1;
  again = 1;
  run child()
}
