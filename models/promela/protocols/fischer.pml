//! about = "Fischer's mutual exclusion with discrete time"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 415
//! group = "6"
//! orbits = 98
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 22771
//! group = "6"
//! orbits = 4059

// A process writes its number within one tick of seeing the lock free and looks again after more than one. BROKEN looks again too
// early. Time passes for all at once, and only when nobody must still write.

#ifndef N
#define N 3
#endif
#ifdef BROKEN
#define PATIENCE 0
#else
#define PATIENCE 2
#endif

byte lock = 0
byte inside = 0
byte waited[N + 1] = 0
bool must_write[N + 1] = false
byte hurried = 0

proctype process() {
  do
  :: atomic { lock == 0 -> must_write[_pid] = true; hurried++ };
     atomic { lock = _pid; must_write[_pid] = false; hurried--; waited[_pid] = 0 };
     waited[_pid] >= PATIENCE;
     if
     :: lock == _pid ->
        inside++;
        assert(inside == 1);
        inside--;
        lock = 0
     :: else
     fi
  od
}

proctype tick() {
  do
  :: d_step {
       hurried == 0 ->
       waited[1] = (waited[1] < 2 -> waited[1] + 1 : 2);
       waited[2] = (waited[2] < 2 -> waited[2] + 1 : 2);
       waited[3] = (waited[3] < 2 -> waited[3] + 1 : 2)
     }
  od
}

init {
  atomic {
    run process();
    run process();
    run process();
    run tick()
  }
}
