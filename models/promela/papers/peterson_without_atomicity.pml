//! about = "Peterson's mutual exclusion where the others are looked at one by one, in any order (N = 2..5)"
//! [[run]]
//! define = ["N=2"]
//! verdict = "holds"
//! states = { O0 = 311, O1 = 291, O2 = 192 }
//! group = "2"
//! orbits = { O0 = 158, O1 = 148, O2 = 98 }
//! [[run]]
//! define = ["N=3"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 82958, O1 = 75356, O2 = 58012 }
//! group = "6"
//! orbits = { O0 = 13985, O1 = 12706, O2 = 9774 }

// Each process keeps its own set `seen` of those it has looked at since it last began to wait,
// an array indexed by process id inside every process: permuting processes permutes
// those slots too. Published: 2 = 291, 3 = 75356 states; reduced 148, 12706, and 3.6332e6 for 4.

#ifndef N
#define N 3
#endif

byte level[N + 1] = 0
pid last[N] = 0
byte inside = 0

#define SEEN1 seen[1]
#define SEEN2 SEEN1 && seen[2]
#define SEEN3 SEEN2 && seen[3]
#define SEEN4 SEEN3 && seen[4]
#define SEEN5 SEEN4 && seen[5]
#if N == 2
#define SEEN SEEN2
#elif N == 3
#define SEEN SEEN3
#elif N == 4
#define SEEN SEEN4
#else
#define SEEN SEEN5
#endif

proctype climber() {
  byte at;
  bool seen[N + 1] = false;
  bool alone = false;

  do
  :: at = 1;
     do
     :: at < N ->
        level[_pid] = at;
        last[at] = _pid;
wait:   atomic { alone = true; seen[_pid] = true };
        do
        :: (!alone || (SEEN)) ->
           atomic {
             do
             :: seen[1] -> seen[1] = false
             :: seen[2] -> seen[2] = false
#if N >= 3
             :: seen[3] -> seen[3] = false
#endif
#if N >= 4
             :: seen[4] -> seen[4] = false
#endif
#if N >= 5
             :: seen[5] -> seen[5] = false
#endif
             :: else -> break
             od;
             break
           }
        :: d_step { !seen[1] -> alone = alone && level[1] < at; seen[1] = true }
        :: d_step { !seen[2] -> alone = alone && level[2] < at; seen[2] = true }
#if N >= 3
        :: d_step { !seen[3] -> alone = alone && level[3] < at; seen[3] = true }
#endif
#if N >= 4
        :: d_step { !seen[4] -> alone = alone && level[4] < at; seen[4] = true }
#endif
#if N >= 5
        :: d_step { !seen[5] -> alone = alone && level[5] < at; seen[5] = true }
#endif
        od;
        if
        :: atomic { alone || last[at] != _pid -> alone = false }
        :: atomic { else -> alone = false; goto wait }
        fi;
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
