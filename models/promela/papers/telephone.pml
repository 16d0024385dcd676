//! about = "A telephone exchange: N subscribers call one another, are engaged, answer, talk and hang up (N = 2..5)"
//! [[run]]
//! define = ["N=2"]
//! verdict = "holds"
//! states = 13
//! group = "2"
//! orbits = 9
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 55
//! group = "6"
//! orbits = 17
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["N=4"]
//! verdict = "holds"
//! states = 271
//! group = "24"
//! orbits = 31
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["N=5"]
//! verdict = "holds"
//! states = 1459
//! group = "120"
//! orbits = 51
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 1271
//! group = "6"
//! orbits = 237
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

// peer[p] is the other end of p's line: an id found in an array indexed by ids. BROKEN lets a caller ring a line that has already been seized.

#ifndef N
#define N 3
#endif

mtype = { idle, dialling, calling, ringing, talking, engaged }

mtype line[N + 1] = idle
pid peer[N + 1] = 0

inline release(p) {
  line[p] = idle;
  peer[p] = 0
}

proctype subscriber() {
  pid called;
  pid other;

  do
  :: atomic { line[_pid] == idle -> line[_pid] = dialling };
     atomic {
       if
       :: _pid != 1 -> called = 1
       :: _pid != 2 -> called = 2
#if N >= 3
       :: _pid != 3 -> called = 3
#endif
#if N >= 4
       :: _pid != 4 -> called = 4
#endif
#if N >= 5
       :: _pid != 5 -> called = 5
#endif
       fi;
       if
#ifdef BROKEN
       :: line[called] != dialling ->
#else
       :: line[called] == idle ->
#endif
          line[_pid] = calling; peer[_pid] = called;
          line[called] = ringing; peer[called] = _pid
       :: else ->
          line[_pid] = engaged
       fi;
       called = 0
     }
  :: atomic {
       line[_pid] == ringing ->
       other = peer[_pid];
       assert(peer[other] == _pid);
       line[_pid] = talking;
       line[other] = talking;
       other = 0
     }
  :: atomic {
       line[_pid] == calling || line[_pid] == talking ->
       other = peer[_pid];
       assert(peer[other] == _pid);
       if
       :: line[_pid] == calling -> release(other)
       :: else -> line[other] = engaged; peer[other] = 0
       fi;
       release(_pid);
       other = 0
     }
  :: atomic { line[_pid] == engaged -> release(_pid) }
  od
}

init {
  byte started;
  atomic {
    do
    :: started < N -> run subscriber(); started++
    :: else -> break
    od
  }
}
