//! about = "A constant in a receive matches one process id, in a field that is not declared as pid"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 9, O1 = 9, O2 = 8 }
//! group = "2"
//! orbits = { O0 = 7, O1 = 7, O2 = 6 }

// Whoever comes first announces itself in a byte. The reader tells the ids apart by constant patterns.
// Merging the announcements of 1, 2 and 3 would hide that of 2.

bool taken = false
chan news = [1] of { byte }

proctype contender() {
end_wait:
  atomic { !taken -> taken = true; news!_pid };
end_done:
  false
}

proctype reader() {
end_wait:
  if
  :: news?1
  :: news?2 -> assert(false)
  :: news?3
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
