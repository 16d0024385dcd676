//! about = "A W by W torus: a cell is lit only while its four neighbours are dark"
//! [[run]]
//! define = ["W=3"]
//! verdict = "holds"
//! states = 34
//! group = "72"
//! orbits = 4
//! [[run]]
//! define = ["W=4"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = 743
//! group = "384"
//! orbits = 21
//! [[run]]
//! define = ["W=5"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = 25531
//! group = "200"
//! orbits = 188

// Translations, the four rotations and reflections: 8 W^2 elements for W of 5 and more.
// Small tori have more: for W = 3 every row and column is a triangle, S3 wr S2; W = 4 is
// the four-dimensional hypercube. States are the independent sets of the torus.

#ifndef W
#define W 4
#endif
#define ROW ((_pid / W) * W)
#define EAST (ROW + (_pid + 1) % W)
#define WEST (ROW + (_pid + W - 1) % W)
#define SOUTH ((_pid + W) % (W * W))
#define NORTH ((_pid + W * W - W) % (W * W))

bool lit[W * W] = false

active [W * W] proctype cell() {
  do
  :: d_step { !lit[_pid] && !lit[EAST] && !lit[WEST] && !lit[SOUTH] && !lit[NORTH] -> lit[_pid] = true }
  :: d_step {
       lit[_pid] ->
       assert(!lit[EAST] && !lit[WEST] && !lit[SOUTH] && !lit[NORTH]);
       lit[_pid] = false
     }
  od
}
