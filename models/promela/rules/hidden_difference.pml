//! about = "States that differ in hidden variables only are one state"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 4, O1 = 4, O2 = 3 }
//! group = "6"
//! orbits = { O0 = 3, O1 = 3, O2 = 2 }

hidden byte trace_of
byte x = 0

active proctype worker() {
  if
  :: trace_of = 1
  :: trace_of = 2
  :: trace_of = 3
  fi;
  x = 1
}
