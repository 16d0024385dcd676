//! about = "Whether a process is enabled that waits for a timeout depends on what all others can do: a claim that asks is not checked"
//! [[run]]
//! claim = "checked"
//! verdict = "undecided"
//! properties = { safety = "holds", never_0 = "undecided" }
//! states = 1
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

active proctype R() {
  do
  :: timeout
  od
}

never {
accept:
  do
  :: !enabled(0)
  od
}
