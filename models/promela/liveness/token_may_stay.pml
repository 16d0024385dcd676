//! about = "A token that its holder may keep: orbits cannot tell who holds it, the formula can"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", comes_back = "violated", moves_on = "violated", somebody = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", comes_back = "violated", moves_on = "violated", somebody = "holds" }

#define N 3

byte holder
bool idle

active [N] proctype node() {
  do
  :: holder == _pid -> idle = !idle
  :: holder == _pid -> holder = (holder + 1) % N
  od
}

ltl comes_back { []<> (holder == 0) }
ltl moves_on { [] (holder == 0 -> <> (holder != 0)) }
ltl somebody { []<> (holder < N) }
