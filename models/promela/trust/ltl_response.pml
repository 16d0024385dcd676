//! about = "A formula that needs cycles beside one that does not"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", comes_back = "holds", small = "holds" }
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
