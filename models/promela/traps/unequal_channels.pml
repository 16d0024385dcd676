//! about = "Processes own channels of different capacity"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 7, O1 = 7, O2 = 6 }
//! group = "2"
//! orbits = { O0 = 6, O1 = 6, O2 = 5 }

// Each contender owns one channel. Only the one of process 2 holds two messages.

bool taken = false
chan small1 = [1] of { bit }
chan large = [2] of { bit }
chan small2 = [1] of { bit }

proctype contender(chan mine) {
end_wait:
  atomic { !taken -> taken = true; mine!0 };
end_full:
  mine!1;
  assert(false)
}

init {
  atomic {
    run contender(small1);
    run contender(large);
    run contender(small2)
  }
}
