//! about = "N philosophers share N forks around a table"
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 26, O1 = 26 }
//! group = "3"
//! [[run]]
//! define = ["N=5", "BROKEN=1"]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 242, O1 = 242 }
//! group = "5"
//! [[run]]
//! define = ["N=4"]
//! verdict = "holds"
//! states = { O0 = 321, O1 = 321 }
//! [[run]]
//! define = ["N=6"]
//! verdict = "holds"
//! states = { O0 = 5777, O1 = 5777 }

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
