//! about = "A barber, a waiting room with CHAIRS chairs, N customers"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 38
//! group = "6"
//! orbits = 18
//! [[run]]
//! define = ["N=1", "BROKEN=1"]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 11
//! group = "1"

// Customers leave when all chairs are taken. BROKEN loses the wake-up: the barber looks and falls asleep in two steps, and a customer
// who comes between them wakes nobody.

#ifndef N
#define N 3
#endif
#define CHAIRS 2

byte waiting = 0
bool asleep = false
bool called = false
byte cut = 0

active proctype barber() {
end:
  do
#ifdef BROKEN
  :: waiting == 0 -> asleep = true;
     called;
     atomic { called = false; asleep = false }
#else
  :: atomic { waiting == 0 && !asleep -> asleep = true }
  :: atomic { called -> called = false; asleep = false }
#endif
  :: atomic { waiting > 0 && !asleep -> waiting--; cut++ }
  od
}

active [N] proctype customer() {
  do
  :: if
     :: atomic {
          waiting < CHAIRS -> waiting++;
          if
          :: asleep -> called = true
          :: else
          fi
        };
        atomic { cut > 0 -> cut-- }
     :: waiting == CHAIRS
     fi
  od
}
