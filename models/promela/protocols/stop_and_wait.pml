//! about = "Stop and wait with a timer: the channel may lose, never reorder"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 25, O1 = 18, O2 = 10 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["BROKEN=1"]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 21, O1 = 16, O2 = 10 }
//! group = "1"

// The sender repeats when the whole system is stuck (timeout). BROKEN has no timer, and one loss stops everything.

chan forth = [1] of { bit }
chan back = [1] of { bit }

active proctype sender() {
  bit number = 0;
  bit answer;

  do
  :: forth!number;
wait:
     if
     :: back?answer ->
        if
        :: answer == number -> number = 1 - number
        :: else -> goto wait
        fi
#ifndef BROKEN
     :: timeout
#endif
     fi
  od
}

active proctype receiver() {
  bit number;
  do
  :: forth?number; back!number
  od
}

active proctype loss() {
end:
  do
  :: forth?_
  :: back?_
  od
}
