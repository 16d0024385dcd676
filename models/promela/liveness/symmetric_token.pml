//! about = "A token that goes to anybody: the formula about one holder keeps the symmetry of the others alone, as where TLC goes wrong"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", comes_back = "violated", somebody = "holds", leaves = "violated", leaves_or_stays = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", comes_back = "violated", somebody = "holds", leaves = "violated", leaves_or_stays = "holds" }

#define N 3

byte holder
byte steps

active [N] proctype node() {
  do
  :: holder == _pid -> steps = 1 - steps
  :: holder == _pid ->
     if
     :: holder = 0
     :: holder = 1
     :: holder = 2
     fi
  od
}

ltl comes_back { []<> (holder == 0) }
ltl somebody { []<> (holder == 0 || holder == 1 || holder == 2) }
ltl leaves { <> (holder != 0) }
ltl leaves_or_stays { [] (holder == 1 -> (<> (holder != 1) || [] (holder == 1))) }
