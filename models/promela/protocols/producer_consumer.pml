//! about = "Producers and consumers share a bounded buffer guarded by semaphores"
//! [[run]]
//! define = ["P=2", "C=2"]
//! verdict = "holds"
//! states = 123
//! group = "4"
//! orbits = 51
//! [[run]]
//! define = ["P=2", "C=2", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 349
//! group = "4"
//! orbits = 129

// BROKEN frees a slot before it has read it.

#ifndef P
#define P 2
#endif
#ifndef C
#define C 2
#endif
#define SLOTS 2

byte room = SLOTS
byte filled = 0
byte mutex = 1
byte used = 0

inline down(s) { atomic { s > 0 -> s-- } }
inline up(s) { s++ }

active [P] proctype producer() {
  do
  :: down(room);
     down(mutex);
     used++;
     assert(used <= SLOTS);
     up(mutex);
     up(filled)
  od
}

active [C] proctype consumer() {
  do
  :: down(filled);
#ifdef BROKEN
     up(room);
     down(mutex);
#else
     down(mutex);
#endif
     used--;
     up(mutex);
#ifndef BROKEN
     up(room)
#endif
  od
}
