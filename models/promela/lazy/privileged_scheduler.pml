//! about = "A scheduler of N tasks: task 0 pre-empts whoever runs, the others wait until nobody runs"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = { O0 = 20, O1 = 20 }
//! group = "2"
//! [[run]]
//! define = ["N=7"]
//! verdict = "holds"
//! states = { O0 = 576, O1 = 576 }
//! group = "720"
//! [[run]]
//! define = ["N=4", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 60, O1 = 60 }
//! group = "6"

// All tasks sleep, become ready, run and sleep again. Task 0 alone may also take the processor away.
// BROKEN forgets to put the pre-empted task back among the ready.

#ifndef N
#define N 4
#endif

mtype = { sleeping, ready, running }

mtype task_is[N] = sleeping
byte executing = 0

#define SUSPEND(j) if :: (j) != 0 && task_is[j] == running -> task_is[j] = ready :: else fi

active [N] proctype task() {
  do
  :: d_step { task_is[_pid] == sleeping -> task_is[_pid] = ready }
  :: d_step { task_is[_pid] == ready && executing == 0 -> task_is[_pid] = running; executing++ }
  :: d_step {
       _pid == 0 && task_is[_pid] == ready && executing == 1 ->
#ifdef BROKEN
       executing++;
#else
       SUSPEND(1);
       SUSPEND(2);
#if N >= 4
       SUSPEND(3);
#endif
#if N >= 5
       SUSPEND(4);
#endif
#if N >= 6
       SUSPEND(5);
#endif
#if N >= 7
       SUSPEND(6);
#endif
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
