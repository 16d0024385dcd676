//! about = "Symmetric processes that finish: a cycle of orbits that is no cycle of states would be a false alarm"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", all_done = "holds", stays_done = "holds", first_is_last = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", all_done = "holds", stays_done = "holds", first_is_last = "holds" }

#define N 3

byte done

active [N] proctype worker() {
  byte tries;
  do
  :: tries < 2 -> tries++
  :: tries == 2 -> break
  od;
  done++
}

ltl all_done { <> (done == N) }
ltl stays_done { [] (done == N -> [] (done == N)) }
ltl first_is_last { <> (worker[0]:tries == 2 && done == N - 1) }
