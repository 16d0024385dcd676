//! about = "A rendezvous that is possible for ever takes place if all are treated fairly"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", happens = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", happens = "holds" }

chan c = [0] of { bit }
bit x
bit y

active proctype sender() {
  c!1;
  x = 1
}

active proctype receiver() {
  c?_
}

active proctype idles() {
  do
  :: y = 1 - y
  od
}

ltl happens { <> x }
