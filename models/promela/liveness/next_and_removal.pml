//! about = "The next operator sees the step in which a process is removed (by hand: SPIN has no next operator as Debian builds it)"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", then_one_more = "holds", rests = "holds", two_steps = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", then_one_more = "holds", rests = "holds", two_steps = "violated" }

byte x

active [2] proctype once() {
  x++
}

ltl then_one_more { [] (x == 2 -> X X X (x == 2)) }
ltl rests { (x == 0) && X (x == 1) }
ltl two_steps { X X (x == 2) }
