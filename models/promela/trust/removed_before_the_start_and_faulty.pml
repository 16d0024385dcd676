//! about = "A process is created when another has gone, by one that may else wait for ever, and breaks an assertion"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"

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
