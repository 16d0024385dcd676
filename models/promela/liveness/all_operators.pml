//! about = "Until, weak until, release, equivalence and their words"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", until = "holds", weak = "holds", release = "holds", words = "holds", same = "holds", wrong = "violated", weak_words = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", until = "holds", weak = "holds", release = "holds", words = "holds", same = "holds", wrong = "violated", weak_words = "violated" }

byte x

active proctype counter() {
  do
  :: x < 3 -> x++
  :: x == 3 -> break
  od
}

ltl until { (x < 3) U (x == 3) }
ltl weak { (x < 2) W (x == 2) }
ltl release { (x == 3) V (x <= 3) }
ltl words { always ((x == 1) implies (eventually (x == 3))) }
ltl same { (<> (x == 3)) <-> (! [] (x != 3)) }
ltl wrong { (x < 2) U (x == 3) }
ltl weak_words { (x < 2) weakuntil (x == 3) }
