//! about = "Two-phase commit with messages, after Gray and Lamport (Consensus on Transaction Commit, 2006, section 3)"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 289
//! group = "6"
//! orbits = 81
//! [[run]]
//! define = ["N=5"]
//! verdict = "holds"
//! states = 8833
//! group = "120"
//! orbits = 315
//! [[run]]
//! define = ["N=12"]
//! large = true
//! verdict = "holds"
//! group = "479001600"

// Messages are never lost and never taken out: a set of those sent. The transaction manager hears that a resource
// manager is prepared, and decides to commit when all are, or to abort at any time; a resource manager may
// abort by itself while it works. A decision may be received again, which changes nothing.
// States are those of the specification, and one before all processes exist.

#ifndef N
#define N 3
#endif

mtype = { working, prepared, committed, aborted }

mtype manager[N + 1] = working
bool sent_prepared[N + 1] = false
bool heard[N + 1] = false
mtype decision = working
byte all_heard = 0
byte commits = 0
byte aborts = 0

#define CONSISTENT assert(commits == 0 || aborts == 0)

proctype resource_manager() {
end:
  do
  :: d_step { manager[_pid] == working -> manager[_pid] = prepared; sent_prepared[_pid] = true }
  :: d_step { manager[_pid] == working -> manager[_pid] = aborted; aborts++; CONSISTENT }
  :: d_step { decision == working && sent_prepared[_pid] && !heard[_pid] -> heard[_pid] = true; all_heard++ }
  :: d_step {
       decision == committed && manager[_pid] != committed ->
       manager[_pid] = committed; commits++; CONSISTENT
     }
  :: d_step {
       decision == aborted && manager[_pid] != aborted ->
       manager[_pid] = aborted; aborts++; CONSISTENT
     }
  od
}

proctype transaction_manager() {
end:
  do
  :: d_step { decision == working && all_heard == N -> decision = committed }
  :: d_step { decision == working -> decision = aborted }
  od
}

init {
  byte started;
  atomic {
    do
    :: started < N -> run resource_manager(); started++
    :: else -> break
    od;
    run transaction_manager()
  }
}
