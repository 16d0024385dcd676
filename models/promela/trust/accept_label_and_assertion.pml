//! about = "An assertion that fails, and labels that are looked at all the same"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "assertion"
//! properties = { safety = "violated", accept = "violated", progress = "holds" }

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
