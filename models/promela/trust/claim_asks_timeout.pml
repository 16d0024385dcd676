//! about = "`timeout` in a claim is a bit of the search and not of the state, so that nothing is said to hold"
//! [[run]]
//! claim = "checked"
//! verdict = "undecided"
//! properties = { safety = "holds", never_idle = "undecided" }
//! states = { O0 = 5, O1 = 5, O2 = 4 }
//! group = "1"
//! orbits = { O0 = 4, O1 = 4, O2 = 3 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x;

active proctype P() {
  x = 1;
  timeout;
  x = 2
}

// SPIN: violated, as only the timeout can move when x is 1.
ltl never_idle { [] !timeout }
