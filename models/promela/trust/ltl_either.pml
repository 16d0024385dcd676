//! about = "`[] p || [] q` is no invariant, though both sides are"
//! [[run]]
//! claim = "checked"
//! verdict = "undecided"
//! properties = { safety = "holds", either = "undecided" }
//! states = { O0 = 5, O1 = 5, O2 = 3 }
//! group = "2"
//! orbits = 2

byte x = 0

active proctype chooser() {
  if
  :: x = 1
  :: x = 2
  fi
}

ltl either { [] (x != 1) || [] (x != 2) }
