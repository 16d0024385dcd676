//! about = "Steps that processes make for themselves are joined to those before them where a formula does not see them, and only there; without fairness one process may go round in such steps for ever"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", is_done = "violated", is_started = "holds", takes_steps = "holds", takes_more_steps = "violated", is_there = "violated", stands_there = "holds", holds_one = "holds", goes_round = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", is_done = "holds", is_started = "holds", takes_steps = "holds", takes_more_steps = "violated", is_there = "holds", stands_there = "holds", holds_one = "holds", goes_round = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", is_done = "holds", is_started = "holds", takes_steps = "holds", takes_more_steps = "violated", is_there = "holds", stands_there = "holds", holds_one = "holds", goes_round = "holds" }

// What the worker and the idler do for themselves alone is seen by those formulas that count steps, or ask where a process stands or what
// a variable of its own holds. The idler goes round for ever in such steps, so the worker need never move unless runs are fair.
bool started, done

active proctype idler() {
  byte y;
  started = true;
  do
  :: y = 1 - y
  od
}

active proctype worker() {
  byte z;
  started -> z = 1;
here:
  z = 2;
  done = true
}

ltl is_done { <> done }
ltl is_started { <> started }
ltl takes_steps { [] (!started -> X (started -> X X !done)) }
ltl takes_more_steps { [] (!started -> X (started -> X X X X !done)) }
ltl is_there { <> worker@here }
ltl stands_there { (!done) W (worker@here) }
ltl holds_one { (!done) W (worker:z == 1) }
ltl goes_round { [] (started -> <> (idler:y == 1)) }
