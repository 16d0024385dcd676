//! about = "An LTL property speaks about one process"
//! [[run]]
//! claim = "ignored"
//! verdict = "holds"
//! states = 5
//! group = "6"
//! orbits = 3
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "claim"
//! states = 10
//! group = "2"
//! orbits = 7
//! undecided_by = ["lazy", "lazy-without-subsumption"]

// Only one of processes 1, 2 and 3 ever raises its flag. If the three were exchangeable, the state in which 2
// raised it would be merged with one in which 1 or 3 did, and the second step of process 2 never seen.

bool taken = false
bool flag[4] = false

proctype contender() {
end_wait:
  atomic { !taken -> taken = true; flag[_pid] = true };
end_done:
  false
}

init {
  atomic {
    run contender();
    run contender();
    run contender()
  }
}

ltl second_stays_out { [] !flag[2] }
