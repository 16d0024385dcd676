//! about = "A counter that nobody reads differs in every turn of the cycle: the cycle closes without it"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", settles = "violated", comes_back = "violated", moves_on = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", settles = "violated", comes_back = "holds", moves_on = "holds" }

byte turns
bool on

active [2] proctype switch() {
  byte mine = 7;
  do
  :: atomic { on -> mine = 1; on = false; turns++ }
  :: atomic { !on -> on = true; mine = 0 }
  od
}

active proctype idle() {
  do
  :: true
  od
}

ltl settles { <>[] on }
ltl comes_back { []<> on }
ltl moves_on { [] (on -> <> !on) }
