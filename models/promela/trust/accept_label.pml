//! about = "Acceptance cycles of the system are not looked for, so that nothing is said to hold"
//! [[run]]
//! claim = "checked"
//! verdict = "undecided"
//! properties = { safety = "holds", accept = "undecided" }
//! states = 2
//! group = "1"

bit b = 0

active proctype flip() {
  do
  :: b = 1;
accept_again:
     b = 0
  od
}
