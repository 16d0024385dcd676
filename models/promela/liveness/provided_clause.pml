//! about = "A process that may move only if another allows it; pan -f takes it for one that could move, and misses both violations"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", works = "violated", allows = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", works = "violated", allows = "violated" }

bool allowed
byte x

active proctype worker() provided (allowed) {
  do
  :: x = (x + 1) % 3
  od
}

active proctype guard() {
  do
  :: allowed = true
  :: allowed = false
  od
}

ltl works { []<> (x == 2) }
ltl allows { []<> allowed }
