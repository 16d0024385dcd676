//! about = "A formula that needs cycles is not checked, so that nothing is said to hold"
//! [[run]]
//! claim = "checked"
//! verdict = "undecided"
//! properties = { safety = "holds", comes_back = "undecided", small = "holds" }
//! states = { O0 = 5, O1 = 5, O2 = 4 }
//! group = { O0 = "2", O1 = "2", O2 = "1" }
//! orbits = 3
//! [[run]]
//! claim = "ignored"
//! verdict = "holds"
//! states = { O0 = 2, O1 = 2, O2 = 1 }
//! group = { O0 = "2", O1 = "2", O2 = "1" }
//! orbits = 1

bool busy = false

active proctype toggler() {
  do
  :: busy = true; busy = false
  od
}

ltl comes_back { [] (busy -> <> !busy) }
ltl small { [] (busy < 2) }
