//! about = "Two readers and one writer: readers may be inside together, the writer only alone (Wahl and D'Silva, section 2)"
//! [[run]]
//! verdict = "holds"
//! states = 22
//! group = "2"
//! orbits = 15
//! lazy_without_subsumption = 20
//! lazy = 9

// Processes 0 and 1 read, process 2 writes. One of the two ways in tells readers from the
// writer; every other move is the same for all three. Standard reduction exchanges the readers only;
// lazy reduction starts from all six permutations and gives some up where that one move was made.

#define READERS 2

mtype = { noncritical, trying, critical }

mtype at[READERS + 1] = noncritical

active [READERS + 1] proctype access() {
  do
  :: d_step { at[_pid] == noncritical -> at[_pid] = trying }
  :: d_step { at[_pid] == trying && at[0] != critical && at[1] != critical && at[2] != critical -> at[_pid] = critical }
  :: d_step { at[_pid] == trying && _pid < READERS && at[READERS] != critical -> at[_pid] = critical }
  :: d_step {
       at[_pid] == critical ->
       assert(at[READERS] != critical || (at[0] != critical && at[1] != critical));
       at[_pid] = noncritical
     }
  od
}
