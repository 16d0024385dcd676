//! about = "Much symmetry and nothing to merge: the clones wait while two counters run"
//! [[run]]
//! define = ["TOP=20"]
//! verdict = "holds"
//! states = 1283
//! group = "120"
//! orbits = 1283
//! [[run]]
//! define = ["TOP=250"]
//! large = true
//! verdict = "holds"
//! group = "120"

// Every state is the only one of its orbit, so canonicalising is in vain. `auto` finds out and stops doing it.

#ifndef TOP
#define TOP 20
#endif

byte x = 0, y = 0
bool go = false

active [5] proctype clone() {
end:
  go -> skip
}

active proctype counters() {
end:
  do
  :: x < TOP -> x++
  :: y < TOP -> y++
  :: x == TOP && y == TOP -> x = 0; y = 0
  od
}
