//! about = "A two-way ring: a node is active only while both of its neighbours rest"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 81
//! group = "6"
//! orbits = 22
//! [[run]]
//! define = ["N=6"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = 6993
//! group = "12"
//! orbits = 706
//! [[run]]
//! define = ["N=8"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = 133569
//! group = "16"
//! orbits = 8865
//! [[run]]
//! define = ["N=5", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 3093
//! group = "5"
//! orbits = 621

// Both neighbours are treated alike, so the group is dihedral: 2N elements.
// BROKEN looks to one side only, which leaves the rotations and breaks the property.

#ifndef N
#define N 6
#endif
#define RIGHT ((_pid + 1) % N)
#define LEFT ((_pid + N - 1) % N)

mtype = { resting, waiting, working }

mtype node_is[N] = resting

active [N] proctype node() {
  do
  :: node_is[_pid] == resting -> node_is[_pid] = waiting
#ifdef BROKEN
  :: d_step { node_is[_pid] == waiting && node_is[RIGHT] != working -> node_is[_pid] = working };
#else
  :: d_step { node_is[_pid] == waiting && node_is[LEFT] != working && node_is[RIGHT] != working -> node_is[_pid] = working };
#endif
     assert(node_is[LEFT] != working && node_is[RIGHT] != working);
     node_is[_pid] = resting
  od
}
