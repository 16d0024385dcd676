//! about = "A token that must be passed on comes back to everybody"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", comes_back = "holds", to_each = "holds", stays = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", comes_back = "holds", to_each = "holds", stays = "violated" }

#define N 4

byte holder

active [N] proctype node() {
  do
  :: holder == _pid -> holder = (holder + 1) % N
  od
}

ltl comes_back { []<> (holder == 0) }
ltl to_each { []<> (holder == 1) && []<> (holder == 2) && []<> (holder == 3) }
ltl stays { <>[] (holder == 0) }
