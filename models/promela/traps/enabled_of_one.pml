//! about = "A monitor asks whether one process can move"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 20, O1 = 20, O2 = 11 }
//! group = "2"
//! orbits = { O0 = 14, O1 = 14, O2 = 8 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Only one of processes 1, 2 and 3 ever raises its flag. If the three were exchangeable, the state in which 2
// raised it would be merged with one in which 1 or 3 did, and the second step of process 2 never seen.

bool taken = false
bool pulse = false

proctype contender() {
end_wait:
  atomic { !taken -> taken = true };
  do
  :: pulse = !pulse
  od
}

proctype monitor() {
end_wait:
  taken;
  assert(!enabled(2));
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
