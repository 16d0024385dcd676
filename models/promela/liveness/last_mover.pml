//! about = "The variable _last in a formula: who moves is left to the scheduler"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", first_moves = "violated", somebody = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", first_moves = "holds", somebody = "holds" }

byte x

active [2] proctype user() {
  do
  :: x = 1 - x
  od
}

ltl first_moves { []<> (_last == 0) }
ltl somebody { []<> (_last == 0 || _last == 1) }
