//! about = "Mutual exclusion in which a lower number goes first when several try"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 20
//! group = "1"
//! lazy_without_subsumption = 26
//! lazy = 14
//! [[run]]
//! define = ["N=8"]
//! verdict = "holds"
//! states = 1280
//! group = "1"
//! lazy_without_subsumption = 3995
//! lazy = 129
//! [[run]]
//! define = ["N=5", "CLAIM=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 112
//! group = "1"
//! lazy_without_subsumption = 147
//! lazy = 41

// Only the way in is asymmetric. CLAIM asserts, wrongly, that the last process never gets in
// while the first is trying: it may have begun to try later. The assertion tells processes apart, so a
// method that merges them has to look at every process that a merged state stands for.

#ifndef N
#define N 4
#endif

mtype = { noncritical, trying, critical }

mtype at[N] = noncritical
bool taken = false

#define YIELDS(j) ((j) >= _pid || at[j] != trying)
#define YIELDS2(j) YIELDS(j) && YIELDS(j + 1)
#define YIELDS4(j) YIELDS2(j) && YIELDS2(j + 2)
#define YIELDS8(j) YIELDS4(j) && YIELDS4(j + 4)
#if N & 1
#define FIRST1 && YIELDS(0)
#else
#define FIRST1
#endif
#if N & 2
#define FIRST2 && YIELDS2(N % 2)
#else
#define FIRST2
#endif
#if N & 4
#define FIRST4 && YIELDS4(N % 4)
#else
#define FIRST4
#endif
#if N & 8
#define FIRST8 && YIELDS8(N % 8)
#else
#define FIRST8
#endif
#define FIRST true FIRST1 FIRST2 FIRST4 FIRST8

active [N] proctype competitor() {
  do
  :: d_step { at[_pid] == noncritical -> at[_pid] = trying }
  :: d_step { at[_pid] == trying && !taken && (FIRST) -> at[_pid] = critical; taken = true }
  :: d_step {
       at[_pid] == critical ->
#ifdef CLAIM
       assert(at[N - 1] != critical || at[0] != trying);
#endif
       at[_pid] = noncritical;
       taken = false
     }
  od
}
