//! about = "Safety is checked without the claim: a deadlock is found beside an invariant that holds"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "deadlock"
//! properties = { safety = "violated", small = "holds" }
//! states = 4
//! group = "1"

byte x = 0

active proctype stuck() {
  x = 1;
  x == 2
}

ltl small { [] (x < 2) }
