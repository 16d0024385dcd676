//! about = "A scheduler of N tasks: task 0 pre-empts whoever runs, the others wait until nobody runs"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 20
//! group = "2"
//! orbits = 13
//! lazy_without_subsumption = 25
//! lazy = 7
//! [[run]]
//! define = ["N=7"]
//! verdict = "holds"
//! states = 576
//! group = "720"
//! orbits = 33
//! lazy_without_subsumption = 7801
//! lazy = 15
//! [[run]]
//! define = ["N=4", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 60
//! group = "6"
//! orbits = 21
//! lazy_without_subsumption = 28
//! lazy = 12

// All tasks sleep, become ready, run and sleep again. Task 0 alone may also take the processor away.
// BROKEN forgets to put the pre-empted task back among the ready.

#ifndef N
#define N 4
#endif

mtype = { sleeping, ready, running }

mtype task_is[N] = sleeping
byte executing = 0

active [N] proctype task() {
  do
  :: d_step { task_is[_pid] == sleeping -> task_is[_pid] = ready }
  :: d_step { task_is[_pid] == ready && executing == 0 -> task_is[_pid] = running; executing++ }
  :: atomic {
       _pid == 0 && task_is[_pid] == ready && executing == 1 ->
#ifdef BROKEN
       executing++;
#else
       if
       :: task_is[1] == running -> task_is[1] = ready
       :: task_is[2] == running -> task_is[2] = ready
#if N >= 4
       :: task_is[3] == running -> task_is[3] = ready
#endif
#if N >= 5
       :: task_is[4] == running -> task_is[4] = ready
#endif
#if N >= 6
       :: task_is[5] == running -> task_is[5] = ready
#endif
#if N >= 7
       :: task_is[6] == running -> task_is[6] = ready
#endif
       fi;
#endif
       task_is[_pid] = running
     }
  :: d_step {
       task_is[_pid] == running ->
       assert(executing == 1);
       task_is[_pid] = sleeping;
       executing--
     }
  od
}
