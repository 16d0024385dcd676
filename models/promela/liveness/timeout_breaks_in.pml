//! about = "A timeout that ends a wait, again and again"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", ends = "holds", again = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", ends = "holds", again = "holds" }

chan c = [1] of { bit }
bit waiting

active proctype waits() {
  do
  :: waiting = 1;
     if
     :: c?_
     :: timeout -> waiting = 0
     fi
  od
}

ltl ends { [] (waiting -> <> !waiting) }
ltl again { []<> waiting }
