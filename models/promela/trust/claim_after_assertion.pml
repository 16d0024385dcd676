//! about = "A failed assertion does not end the runs that a claim is checked on"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "assertion"
//! properties = { safety = "violated", small = "violated", tiny = "holds" }
//! states = 16
//! group = "1"
//! orbits = 12

byte x = 0

active proctype count() {
  x = 1;
  assert(x == 0);
  x = 2
}

ltl small { [] (x < 2) }
ltl tiny { [] (x < 3) }
