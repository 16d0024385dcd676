//! about = "`[] p || [] q` is no invariant, though both sides are"
//! [[run]]
//! claim = "checked"
//! verdict = "undecided"
//! properties = { safety = "holds", either = "undecided" }

byte x = 0

active proctype chooser() {
  if
  :: x = 1
  :: x = 2
  fi
}

ltl either { [] (x != 1) || [] (x != 2) }
