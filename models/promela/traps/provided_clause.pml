//! about = "A provided clause distinguishes one process"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 6
//! group = "2"
//! orbits = 5
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Everybody may raise a flag, once; only process 2 may lower it again. Merged with 1 or 3, it never does.

bool taken = false
bool flag[4] = false

proctype contender() provided (!taken || _pid == 2) {
end_wait:
  d_step { !taken -> taken = true; flag[_pid] = true };
end_raised:
  assert(!flag[_pid]);
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
