//! about = "A run that ends, or in which nothing can happen any more, makes no cycle without progress, as in pan"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "deadlock"
//! properties = { safety = "violated", progress = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "deadlock"
//! properties = { safety = "violated", progress = "holds" }

bit x

active [2] proctype ends() {
  x = 1;
  x = 0;
progress_made:
  x = 1
}

active proctype waits() {
  x == 2
}
