//! about = "An ltl block is checked apart; for safety the model is as without it"
//! [[run]]
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
