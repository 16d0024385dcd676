//! about = "Invariants in many words: each is recognised, checked and has a verdict of its own"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", implication = "holds", words = "holds", never_four = "holds", both = "holds", nested = "holds", neither = "holds", impossible = "holds", constant = "holds", released = "holds", weakly = "holds", first = "holds", too_small = "violated", reached = "violated", second = "violated", not_first = "violated" }
//! states = { O0 = 84, O1 = 84, O2 = 82 }
//! group = "1"
//! orbits = { O0 = 67, O1 = 67, O2 = 65 }
//! undecided_by = ["lazy", "lazy-without-subsumption"]

byte x = 0
bool odd = false

active proctype counter() {
  atomic { x = 1; odd = true };
  atomic { x = 2; odd = false };
  atomic { x = 3; odd = true }
}

ltl implication { [] (odd -> x != 2) }
ltl words       { always (odd implies (x == 1 || x == 3)) }
ltl never_four  { ! <> (x == 4) }
ltl both        { [] (x < 4) && [] (odd <-> (x == 1 || x == 3)) }
ltl nested      { [] [] ((x < 4) && [] (x < 5)) }
ltl neither     { !(<> (x == 4) || <> (x == 5)) }
ltl impossible  { <> (x > 3) -> false }
ltl constant    { ([] (x < 4)) <-> true }
ltl released    { false V (x < 4) }
ltl weakly      { (x < 4) W false }
ltl first       { (x == 0) && [] (x < 4) }
ltl too_small   { [] (x < 3) }
ltl reached     { ! <> (x == 3) }
ltl second      { ([] (x < 4)) && ([] (!odd || x != 3)) }
ltl not_first   { (x == 1) && [] (x < 4) }
