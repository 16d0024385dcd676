//! about = "N philosophers share N forks around a table"
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 26
//! group = "3"
//! orbits = 10
//! [[run]]
//! define = ["N=5", "BROKEN=1"]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 242
//! group = "5"
//! orbits = 50
//! [[run]]
//! define = ["N=4"]
//! verdict = "holds"
//! states = 321
//! group = "1"
//! [[run]]
//! define = ["N=6"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = 5777
//! group = "1"

// In the good version one philosopher takes the right fork first. In the BROKEN one all take the left fork
// first, the table is a ring with its rotations, and all may starve with one fork in hand.

#ifndef N
#define N 4
#endif
#define LEFT _pid
#define RIGHT ((_pid + 1) % N)

bool fork_taken[N] = false

inline take(f) {
  d_step { !fork_taken[f] -> fork_taken[f] = true }
}

active [N] proctype philosopher() {
  do
  ::
#ifdef BROKEN
     take(LEFT);
     take(RIGHT);
#else
     if
     :: _pid == 0 -> take(RIGHT); take(LEFT)
     :: else -> take(LEFT); take(RIGHT)
     fi;
#endif
     fork_taken[LEFT] = false;
     fork_taken[RIGHT] = false
  od
}
