//! about = "Mutual exclusion by inspection: a process enters when nobody is inside (Kripke structure of Donaldson and Miller 2009, figure 1)"
//! [[run]]
//! define = ["N=5"]
//! verdict = "holds"
//! states = 113
//! group = "120"
//! orbits = 12
//! [[run]]
//! define = ["N=10"]
//! verdict = "holds"
//! states = 6145
//! group = "3628800"
//! orbits = 22
//! [[run]]
//! define = ["N=15"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = 278529
//! group = "1307674368000"
//! orbits = 32
//! [[run]]
//! define = ["N=20"]
//! large = true
//! verdict = "holds"
//! states = { O1 = 11534337 }
//! group = "2432902008176640000"
//! orbits = 42

// N processes (5, 10, 15 or 20) walk round noncritical, trying, critical. The test that
// nobody is critical is written out process by process, so every process is named
// in every other one: the symmetry is there, but a tool has to look for it.
// Published without reduction: 5 = 113, 10 = 6145, 15 = 278529, 20 = 1.2e7 states;
// with reduction two per process and two more: 12, 22, 32, 42.

#ifndef N
#define N 5
#endif

mtype = { noncritical, trying, critical }

mtype at[N + 1] = noncritical

#define OUTSIDE1 at[1] != critical
#define OUTSIDE2 OUTSIDE1 && at[2] != critical
#define OUTSIDE3 OUTSIDE2 && at[3] != critical
#define OUTSIDE4 OUTSIDE3 && at[4] != critical
#define OUTSIDE5 OUTSIDE4 && at[5] != critical
#define OUTSIDE6 OUTSIDE5 && at[6] != critical
#define OUTSIDE7 OUTSIDE6 && at[7] != critical
#define OUTSIDE8 OUTSIDE7 && at[8] != critical
#define OUTSIDE9 OUTSIDE8 && at[9] != critical
#define OUTSIDE10 OUTSIDE9 && at[10] != critical
#define OUTSIDE11 OUTSIDE10 && at[11] != critical
#define OUTSIDE12 OUTSIDE11 && at[12] != critical
#define OUTSIDE13 OUTSIDE12 && at[13] != critical
#define OUTSIDE14 OUTSIDE13 && at[14] != critical
#define OUTSIDE15 OUTSIDE14 && at[15] != critical
#define OUTSIDE16 OUTSIDE15 && at[16] != critical
#define OUTSIDE17 OUTSIDE16 && at[17] != critical
#define OUTSIDE18 OUTSIDE17 && at[18] != critical
#define OUTSIDE19 OUTSIDE18 && at[19] != critical
#define OUTSIDE20 OUTSIDE19 && at[20] != critical
#if N == 5
#define OUTSIDE OUTSIDE5
#elif N == 10
#define OUTSIDE OUTSIDE10
#elif N == 15
#define OUTSIDE OUTSIDE15
#else
#define OUTSIDE OUTSIDE20
#endif

proctype competitor() {
  do
  :: d_step { at[_pid] == noncritical -> at[_pid] = trying }
  :: d_step { at[_pid] == trying && (OUTSIDE) -> at[_pid] = critical }
  :: d_step { at[_pid] == critical -> at[_pid] = noncritical }
  od
}

init {
  byte started;
  atomic {
    do
    :: started < N -> run competitor(); started++
    :: else -> break
    od
  }
}
