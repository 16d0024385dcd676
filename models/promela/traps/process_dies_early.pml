//! about = "A process can only be removed when all younger ones are gone"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 24
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Two of three processes end. If 1 and 2 end, none is removed, as 3 still stands above them; if 2 and 3 end, both are;
// if 1 and 3 end, one is. The last case alone is an error, and is merged with another if processes are.

byte ended = 0

proctype contender() {
end_wait:
  atomic { ended < 2 -> ended++ }
}

proctype monitor() {
end_wait:
  ended == 2;
  timeout;
  assert(_nr_pr != 4);
end_done:
  false
}

init {
  atomic {
    run monitor();
    run contender();
    run contender();
    run contender()
  }
}
