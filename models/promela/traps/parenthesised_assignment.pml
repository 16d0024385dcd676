//! about = "A parenthesised literal, stored in a variable first, names one process"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 17
//! group = "2"
//! orbits = 12

// Only one of processes 1, 2 and 3 ever raises its flag. If the three were exchangeable, the state in which 2
// raised it would be merged with one in which 1 or 3 did, and the second step of process 2 never seen.

pid unlucky = 0
bool taken = false
bool go = false
bool flag[4] = false

proctype contender() {
end_wait:
  atomic { !taken -> taken = true; flag[_pid] = true };
  go;
  atomic {
    unlucky = ((2));
    assert(unlucky != _pid)
  };
end_done:
  false
}

init {
  atomic {
    run contender();
    run contender();
    run contender()
  };
  taken;
  go = true
}
