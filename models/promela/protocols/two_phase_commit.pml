//! about = "Two-phase commit with N participants that may refuse; the coordinator may crash"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 674
//! group = "6"
//! orbits = 176
//! [[run]]
//! define = ["N=2", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 194
//! group = "2"
//! orbits = 110

// All who decide must decide alike. When the coordinator crashes undecided, participants that voted yes wait (the known weakness), which is a
// valid end here. BROKEN lets a participant that has waited too long commit by itself.

#ifndef N
#define N 3
#endif

mtype = { undecided, voted_yes, voted_no, committed, aborted }

mtype vote[N] = undecided
mtype outcome[N] = undecided
byte yes = 0
byte no = 0
byte commits = 0
byte aborts = 0
mtype decision = undecided

active [N] proctype participant() {
  if
  :: atomic { vote[_pid] = voted_yes; yes++ }
  :: atomic { vote[_pid] = voted_no; no++ }
  fi;
end_wait:
  if
  :: atomic { decision == committed -> outcome[_pid] = committed; commits++ }
  :: atomic { decision == aborted -> outcome[_pid] = aborted; aborts++ }
  :: atomic { vote[_pid] == voted_no -> outcome[_pid] = aborted; aborts++ }
#ifdef BROKEN
  :: atomic { vote[_pid] == voted_yes -> outcome[_pid] = committed; commits++ }
#endif
  fi;
  assert(commits == 0 || aborts == 0);
end_done:
  false
}

active proctype coordinator() {
  if
  :: yes == N -> decision = committed
  :: no > 0 -> decision = aborted
  :: skip
  fi;
end_done:
  false
}
