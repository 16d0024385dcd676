//! about = "Dekker's mutual exclusion for two processes"
//! [[run]]
//! verdict = "holds"
//! states = 146
//! group = "2"
//! orbits = 73
//! [[run]]
//! define = ["BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 88, O1 = 49, O2 = 36 }
//! group = "2"
//! orbits = { O0 = 44, O1 = 28, O2 = 21 }

// The oldest software solution. BROKEN raises the flag after looking at the other's.

bool wants[2] = false
bit turn = 0
byte inside = 0
#define OTHER (1 - _pid)

active [2] proctype process() {
  do
  ::
#ifdef BROKEN
     !wants[OTHER];
     wants[_pid] = true;
#else
     wants[_pid] = true;
     do
     :: wants[OTHER] ->
        if
        :: turn != _pid ->
           wants[_pid] = false;
           turn == _pid;
           wants[_pid] = true
        :: else
        fi
     :: else -> break
     od;
#endif
     inside++;
     assert(inside == 1);
     inside--;
     turn = OTHER;
     wants[_pid] = false
  od
}
