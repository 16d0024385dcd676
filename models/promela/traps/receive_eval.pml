//! about = "An eval() in a receive compares with a computed number that happens to be a process id"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 9, O1 = 9, O2 = 8 }
//! group = "2"
//! orbits = { O0 = 7, O1 = 7, O2 = 6 }

// As in receive_pattern.pml, but the pattern is an expression over a variable that is not an id.

bool taken = false
byte code = 1
chan news = [1] of { pid }

proctype contender() {
end_wait:
  atomic { !taken -> taken = true; news!_pid };
end_done:
  false
}

proctype reader() {
end_wait:
  if
  :: news?eval(code)
  :: news?eval(code + 1) -> assert(false)
  :: news?eval(code + 2)
  fi;
end_done:
  false
}

init {
  atomic {
    run contender();
    run contender();
    run contender();
    run reader()
  }
}
