//! about = "An accept label of a process that is passed again and again"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "cycle"
//! properties = { safety = "holds", accept = "violated" }

bit b = 0

active proctype flip() {
  do
  :: b = 1;
accept_again:
     b = 0
  od
}
