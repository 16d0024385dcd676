//! about = "A sense-reversing barrier for N processes"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = { O0 = 1008, O1 = 416, O2 = 248 }
//! group = "6"
//! orbits = { O0 = 232, O1 = 104, O2 = 68 }
//! [[run]]
//! define = ["N=4"]
//! verdict = "holds"
//! states = { O0 = 8160, O1 = 2560, O2 = 1248 }
//! group = "24"
//! orbits = { O0 = 650, O1 = 242, O2 = 138 }
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 256064, O1 = 256064, O2 = 131136 }
//! group = "6"
//! orbits = { O0 = 56340, O1 = 56340, O2 = 30740 }

// Nobody may begin a round before all have ended the one before. BROKEN has no sense: a fast process may pass twice.

#ifndef N
#define N 3
#endif

byte arrived = 0
bool sense = false
byte in_round[2] = 0

active [N] proctype worker() {
  bit round = 0;
  bool mine;

  do
  :: in_round[round]++;
     assert(in_round[1 - round] == 0);
     atomic { in_round[round]--; arrived++ };
#ifdef BROKEN
     if
     :: atomic { arrived == N -> arrived = 0; sense = true }
     :: sense
     fi;
#else
     mine = !mine;
     if
     :: atomic { arrived == N -> arrived = 0; sense = mine }
     :: sense == mine
     fi;
#endif
     round = 1 - round
  od
}
