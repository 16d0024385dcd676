//! about = "Each of two workers can move half of the time only: in representatives one of them can move all the time, so a naive quotient calls no run fair that passes over both"
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
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", is_done = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", is_done = "holds" }

byte turn;
bool finished;

active [2] proctype worker() {
  (turn == _pid && !finished) -> finished = true
}

active proctype scheduler() {
  do
  :: turn == 0 -> turn = 1
  :: turn == 1 -> turn = 0
  od
}

ltl is_done { <> finished }
