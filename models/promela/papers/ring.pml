//! about = "A one-way slotted ring: packets enter at empty slots, move on to the next node, and leave anywhere"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 19
//! group = "3"
//! orbits = 7
//! [[run]]
//! define = ["N=6"]
//! verdict = "holds"
//! states = 665
//! group = "6"
//! orbits = 116
//! [[run]]
//! define = ["N=8"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = 6305
//! group = "8"
//! orbits = 798

// The neighbour is computed, (_pid + 1) % N, which is a constant in each process.
// One slot always stays empty, or all would wait. Rotations are symmetries; reflections are not, since packets move one way only.

#ifndef N
#define N 6
#endif
#define NEXT ((_pid + 1) % N)

mtype = { none, fresh, stale }

mtype slot[N] = none
byte riding = 0

active [N] proctype node() {
  do
  :: atomic { slot[_pid] == none && riding < N - 1 -> slot[_pid] = fresh; riding++ }
  :: atomic { slot[_pid] == fresh && slot[NEXT] == none -> slot[_pid] = none; slot[NEXT] = stale }
  :: atomic { slot[_pid] == stale -> slot[_pid] = none; riding--; assert(riding < N - 1) }
  od
}
