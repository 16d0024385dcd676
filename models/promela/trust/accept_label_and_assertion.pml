//! about = "What is violated is violated, whatever else is not looked for"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "assertion"
//! properties = { safety = "violated", accept = "undecided", progress = "undecided" }
//! states = 4
//! group = "1"

bit b = 0

active proctype flip() {
  do
  :: b = 1; assert(b == 0);
accept_again:
     b = 0;
progress_made:
     skip
  od
}
