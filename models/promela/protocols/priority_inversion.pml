//! about = "Three tasks of different priority and a lock: how a task of middle priority delays the highest"
//! [[run]]
//! verdict = "holds"
//! states = 80
//! group = "1"
//! [[run]]
//! define = ["BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 80
//! group = "1"

// The low task holds a lock that the high task wants. With priority inheritance the holder runs at the high task's priority; without
// (BROKEN) the middle task runs instead while the high one waits. Priorities are modelled by the scheduler's choice.

mtype = { asleep, ready, blocked }
mtype state[3] = asleep
byte rank[3] = 0
byte holder = 3
bool middle_ran = false

#define LOW 0
#define MIDDLE 1
#define HIGH 2

inline may_run(t) {
  (state[t] == ready
   && (state[LOW] != ready || rank[LOW] <= rank[t])
   && (state[MIDDLE] != ready || rank[MIDDLE] <= rank[t])
   && (state[HIGH] != ready || rank[HIGH] <= rank[t]))
}

active proctype timer() {
  do
  :: d_step { state[LOW] == asleep -> state[LOW] = ready; rank[LOW] = 1 }
  :: d_step { state[MIDDLE] == asleep -> state[MIDDLE] = ready; rank[MIDDLE] = 2 }
  :: d_step { state[HIGH] == asleep -> state[HIGH] = ready; rank[HIGH] = 3 }
  od
}

active proctype low() {
  do
  :: atomic { may_run(LOW) -> holder == 3 -> holder = LOW };
     atomic {
       may_run(LOW);
       holder = 3;
       rank[LOW] = 1;
       if
       :: state[HIGH] == blocked -> state[HIGH] = ready
       :: else
       fi
     };
     atomic { may_run(LOW) -> state[LOW] = asleep }
  od
}

active proctype middle() {
  do
  :: atomic {
       may_run(MIDDLE);
       assert(state[HIGH] != blocked);
       middle_ran = true
     };
     atomic { may_run(MIDDLE) -> state[MIDDLE] = asleep; middle_ran = false }
  od
}

active proctype high() {
  do
  :: atomic {
       may_run(HIGH);
       if
       :: holder == LOW ->
          state[HIGH] = blocked;
#ifndef BROKEN
          rank[LOW] = 3;
#endif
       :: else
       fi
     };
     atomic { may_run(HIGH) -> assert(holder == 3); state[HIGH] = asleep }
  od
}
