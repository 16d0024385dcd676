//! about = "Peterson's mutual exclusion for N processes, one atomic look at all the others (N = 3..9)"
//! [[run]]
//! define = ["N=3"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 11318, O1 = 2636, O2 = 934 }
//! group = "6"
//! orbits = { O0 = 1976, O1 = 494, O2 = 183 }
//! [[run]]
//! define = ["N=4"]
//! levels = ["O1", "O2"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 542921, O1 = 60577, O2 = 18142 }
//! group = { O1 = "24", O2 = "24" }
//! orbits = { O1 = 3106, O2 = 970 }
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 4748, O1 = 965, O2 = 310 }
//! group = "6"
//! orbits = { O0 = 858, O1 = 196, O2 = 69 }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["N=5"]
//! large = true
//! verdict = "holds"
//! states = { O1 = 1557370 }
//! group = "120"
//! orbits = 17321

// A process climbs N - 1 levels. At each level it announces itself, becomes the last
// one to have arrived there, and waits until all others are on lower levels or somebody
// else has arrived later. `last` holds process ids: the references that make exact
// reduction hard. Published: 3 = 2636, 4 = 60577, 5 = 1.6e6, 6 = 4.5e7 states; reduced
// 494, 3106, 17321, 89850, and 442481 for 7. BROKEN leaves out the top level.

#ifndef N
#define N 4
#endif

#ifdef BROKEN
#define LEVELS (N - 1)
#else
#define LEVELS N
#endif

byte level[N + 1] = 0
pid last[N] = 0
byte inside = 0

#define BELOW1 (_pid == 1 || level[1] < at)
#define BELOW2 BELOW1 && (_pid == 2 || level[2] < at)
#define BELOW3 BELOW2 && (_pid == 3 || level[3] < at)
#define BELOW4 BELOW3 && (_pid == 4 || level[4] < at)
#define BELOW5 BELOW4 && (_pid == 5 || level[5] < at)
#define BELOW6 BELOW5 && (_pid == 6 || level[6] < at)
#define BELOW7 BELOW6 && (_pid == 7 || level[7] < at)
#define BELOW8 BELOW7 && (_pid == 8 || level[8] < at)
#define BELOW9 BELOW8 && (_pid == 9 || level[9] < at)
#if N == 3
#define BELOW BELOW3
#elif N == 4
#define BELOW BELOW4
#elif N == 5
#define BELOW BELOW5
#elif N == 6
#define BELOW BELOW6
#elif N == 7
#define BELOW BELOW7
#elif N == 8
#define BELOW BELOW8
#else
#define BELOW BELOW9
#endif

proctype climber() {
  byte at;
  bool alone;

  do
  :: at = 1;
     do
     :: at < LEVELS ->
        level[_pid] = at;
        last[at] = _pid;
wait:   atomic {
          alone = BELOW;
          if
          :: alone || last[at] != _pid
          :: else -> goto wait
          fi
        };
        at++
     :: else -> break
     od;
     atomic { inside++; assert(inside == 1) };
     inside--;
     level[_pid] = 0
  od
}

init {
  byte started;
  atomic {
    do
    :: started < N -> run climber(); started++
    :: else -> break
    od
  }
}
