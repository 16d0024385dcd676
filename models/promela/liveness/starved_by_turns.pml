//! about = "Each of two workers can move half of the time only: in the quotient some worker always can, and none need ever move"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", is_done = "violated", turns = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", is_done = "violated", turns = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", is_done = "holds", turns = "holds" }

bool turn
bool done

active [2] proctype worker() {
  (turn == _pid && !done) -> done = true
}

active proctype scheduler() {
  do
  :: turn = !turn
  od
}

ltl is_done { <> done }
ltl turns { []<> (turn == 0) }
