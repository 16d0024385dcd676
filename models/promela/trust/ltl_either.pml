//! about = "`[] p || [] q` is no invariant, though both sides are"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", either = "holds" }

byte x = 0

active proctype chooser() {
  if
  :: x = 1
  :: x = 2
  fi
}

ltl either { [] (x != 1) || [] (x != 2) }
