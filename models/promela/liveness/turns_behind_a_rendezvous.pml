//! about = "A receiver whose only moves of its own, on a fair run, are steps that nobody sees behind a rendezvous: joined to the rendezvous they would be no moves of its own"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", changes = "violated", may_stop = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", changes = "violated", may_stop = "violated" }

// The receiver may take messages for ever and never change n. The rendezvous is a move of the sender; what keeps such a run fair to the
// receiver is that it moves by itself between two of them, in a step that nobody sees.
chan c = [0] of { bit }
bit n

active proctype sender() {
  do
  :: c!0
  od
}

active proctype receiver() {
  byte y;
  do
  :: c?_ -> y = 1 - y
  :: n = 1 - n
  od
}

ltl changes { []<> (n == 1) }
ltl may_stop { <> (n == 1) }
