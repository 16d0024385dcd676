//! about = "An LTL property speaks about one process"
//! [[run]]
//! claim = "ignored"
//! verdict = "holds"
//! states = { O0 = 5, O1 = 5 }
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "claim"

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
