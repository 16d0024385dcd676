//! about = "Weak fairness: whoever waits for a timeout cannot move while another stands before a step of its own, which must not be passed through"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", set = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", set = "holds" }

byte g;

active proctype waits() {
  timeout -> g = 1
}

active proctype idles() {
  do
  :: timeout -> skip
  od
}

ltl set { <> (g == 1) }
