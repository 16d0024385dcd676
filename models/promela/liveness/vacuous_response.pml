//! about = "A response to something that never happens holds"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", response = "holds", real_response = "holds" }
//! vacuous = ["response"]
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", response = "holds", real_response = "holds" }
//! vacuous = ["response"]

byte x

active proctype counter() {
  do
  :: x < 3 -> x++
  :: x == 3 -> x = 0
  od
}

ltl response { [] (x == 7 -> <> (x == 9)) }
ltl real_response { [] (x == 1 -> <> (x == 0)) }
