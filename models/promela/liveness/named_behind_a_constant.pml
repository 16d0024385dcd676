//! about = "A formula names one of two processes that are alike, behind an atom that is false in every state: the name counts"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", here_again = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", here_again = "holds" }

byte never_one;
bool flag[2];

active [2] proctype worker() {
here:
  do
  :: flag[_pid] -> flag[_pid] = false
  :: !flag[_pid] -> flag[_pid] = true
  od
}

ltl here_again { [] ((never_one == 1) || <> (worker[0]@here)) }
