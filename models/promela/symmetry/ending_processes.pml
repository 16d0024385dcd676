//! about = "Alike processes that end: SPIN removes them youngest first, which nobody here can observe"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 66
//! group = "6"
//! orbits = 13
//! [[run]]
//! define = ["N=4"]
//! verdict = "holds"
//! states = 178
//! group = "24"
//! orbits = 17

#ifndef N
#define N 3
#endif

byte critical = 0
byte turns = 0

active [N] proctype worker() {
  atomic { critical == 0 -> critical++ };
  assert(critical == 1);
  turns++;
  critical--
}
