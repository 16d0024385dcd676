//! about = "READERS readers and WRITERS writers share one record"
//! [[run]]
//! define = ["READERS=3", "WRITERS=2"]
//! verdict = "holds"
//! states = 31
//! group = "12"
//! orbits = 12
//! [[run]]
//! define = ["READERS=2", "WRITERS=2", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 144
//! group = "4"
//! orbits = 60

// Readers may be inside together, a writer only alone. Readers are interchangeable and so are writers.
// BROKEN has writers that check for readers and enter in two steps.

#ifndef READERS
#define READERS 3
#endif
#ifndef WRITERS
#define WRITERS 2
#endif

byte reading = 0
byte writing = 0

active [READERS] proctype reader() {
  do
  :: atomic { writing == 0 -> reading++ };
     assert(writing == 0);
     reading--
  od
}

active [WRITERS] proctype writer() {
  do
#ifdef BROKEN
  :: reading == 0 && writing == 0;
     writing++;
#else
  :: atomic { reading == 0 && writing == 0 -> writing++ };
#endif
     assert(reading == 0 && writing == 1);
     writing--
  od
}
