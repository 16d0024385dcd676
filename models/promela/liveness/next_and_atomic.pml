//! about = "The next operator counts an atomic sequence as one step (by hand: SPIN has no next operator as Debian builds it)"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", never_one = "holds", in_one_step = "holds", at_once = "violated", two_steps = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", never_one = "holds", in_one_step = "holds", at_once = "violated", two_steps = "holds" }

byte x

active proctype counter() {
  do
  :: atomic { x == 0 -> x = 1; x = 2 }
  :: x == 2 -> x = 0
  od
}

ltl never_one { [] (x != 1) }
ltl in_one_step { [] (x == 0 -> X (x == 0 || x == 2)) }
ltl at_once { [] (x == 2 -> X (x == 0)) }
ltl two_steps { [] (x == 0 -> X X (x == 0 || X (x == 0))) }
