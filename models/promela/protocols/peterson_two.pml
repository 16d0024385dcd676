//! about = "Peterson's mutual exclusion for two processes"
//! [[run]]
//! verdict = "holds"
//! states = 38
//! group = "2"
//! orbits = 19
//! [[run]]
//! define = ["BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 98
//! group = "2"
//! orbits = 49

// Exchanging the processes would exchange flags and turns, but `last` begins as 0 and so names the first. BROKEN gives way before it announces itself.

bool wants[2] = false
byte last = 0
byte inside = 0
#define OTHER (1 - _pid)

active [2] proctype process() {
  do
  ::
#ifdef BROKEN
     last = _pid;
     wants[_pid] = true;
#else
     wants[_pid] = true;
     last = _pid;
#endif
     (!wants[OTHER] || last != _pid);
     inside++;
     assert(inside == 1);
     inside--;
     wants[_pid] = false
  od
}
