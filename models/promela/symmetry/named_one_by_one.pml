//! about = "A step that names every process of a type, one by one, tells none apart"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 17, O1 = 9, O2 = 9 }
//! group = "6"
//! orbits = { O0 = 9, O1 = 5, O2 = 5 }

// Who finds all flags raised lowers them in one step. The order in which the step does so is invisible.

bool flag[4] = false
bool all = false

proctype contender() {
end_loop:
  do
  :: atomic { !flag[_pid] -> flag[_pid] = true }
  :: atomic {
       flag[3] && flag[1] && flag[2] ->
       flag[1] = false;
       flag[2] = false;
       flag[3] = false;
       all = true
     }
  od
}

init {
  atomic {
    run contender();
    run contender();
    run contender()
  }
}
