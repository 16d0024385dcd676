//! about = "The same with turns that end: under weak fairness a worker must move"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", is_done = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", is_done = "holds" }

bool turn
bool done
byte changes

active [2] proctype worker() {
  (turn == _pid && !done) -> done = true
}

active proctype scheduler() {
  do
  :: changes < 3 -> turn = !turn; changes++
  :: else -> skip
  od
}

ltl is_done { <> done }
