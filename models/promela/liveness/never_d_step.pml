//! about = "A never claim with d_step, atomic and an array"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", both_seen = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", both_seen = "violated" }

bit b
bool seen[2]

active proctype flip() {
  do
  :: b = 1
  :: b = 0
  od
}

never both_seen {
  do
  :: d_step { seen[b] = true; skip }
  :: atomic { (seen[0] && seen[1]) -> goto accept_both }
  od;
accept_both:
  do
  :: true
  od
}
