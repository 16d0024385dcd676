//! about = "A wave runs down a complete binary tree and its echo comes back to the root"
//! [[run]]
//! define = ["INNER=2", "LEAVES=4"]
//! verdict = "holds"
//! states = 208
//! group = "8"
//! orbits = 66
//! [[run]]
//! define = ["INNER=6", "LEAVES=8"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = 90368
//! group = "128"
//! orbits = 4731

// Processes are numbered like a heap: the children of p are 2p + 1 and 2p + 2. Two children of one node
// may be exchanged with everything below them: an iterated wreath product of S2.

#ifndef INNER
#define INNER 2
#endif
#ifndef LEAVES
#define LEAVES 4
#endif
#define PARENT ((_pid - 1) / 2)
#define LEFT (2 * _pid + 1)
#define RIGHT (2 * _pid + 2)

mtype = { quiet, asked, answered }

mtype node[1 + INNER + LEAVES] = quiet

active proctype root() {
  do
  :: d_step { node[LEFT] == quiet && node[RIGHT] == quiet && node[_pid] == quiet -> node[_pid] = asked }
  :: d_step { node[_pid] == asked && node[LEFT] == answered && node[RIGHT] == answered -> node[_pid] = quiet }
  od
}

active [INNER] proctype inner() {
  do
  :: d_step { node[_pid] == quiet && node[PARENT] == asked && node[LEFT] == quiet && node[RIGHT] == quiet -> node[_pid] = asked }
  :: d_step { node[_pid] == asked && node[LEFT] == answered && node[RIGHT] == answered -> node[_pid] = answered }
  :: d_step { node[_pid] == answered && node[PARENT] != asked -> node[_pid] = quiet }
  od
}

active [LEAVES] proctype leaf() {
  do
  :: d_step { node[_pid] == quiet && node[PARENT] == asked -> node[_pid] = answered }
  :: d_step { node[_pid] == answered && node[PARENT] != asked -> node[_pid] = quiet }
  od
}
