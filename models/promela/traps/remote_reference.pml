//! about = "A monitor looks at the control state of one process"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 11
//! group = "2"
//! orbits = 8

// Only one of processes 1, 2 and 3 ever raises its flag. If the three were exchangeable, the state in which 2
// raised it would be merged with one in which 1 or 3 did, and the second step of process 2 never seen.

bool taken = false

proctype contender() {
end_wait:
  atomic { !taken -> taken = true };
end_raised:
  false
}

proctype monitor() {
end_wait:
  taken;
  assert(!contender[2]@end_raised);
end_done:
  false
}

init {
  atomic {
    run contender();
    run contender();
    run contender();
    run monitor()
  }
}
