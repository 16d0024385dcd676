//! about = "Processes of one type are started with different arguments"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 17, O1 = 17, O2 = 14 }
//! group = "2"
//! orbits = { O0 = 12, O1 = 12, O2 = 10 }

// Only one of processes 1, 2 and 3 ever raises its flag. If the three were exchangeable, the state in which 2
// raised it would be merged with one in which 1 or 3 did, and the second step of process 2 never seen.

bool taken = false
bool go = false
bool flag[4] = false

proctype contender(bool unlucky) {
end_wait:
  atomic { !taken -> taken = true; flag[_pid] = true };
  go;
  assert(!unlucky);
end_done:
  false
}

init {
  atomic {
    run contender(false);
    run contender(true);
    run contender(false)
  };
  taken;
  go = true
}
