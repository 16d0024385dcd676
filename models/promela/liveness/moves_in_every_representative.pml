//! about = "One worker goes to and fro for ever, the other can move and never does: in representatives, sorted by where they stand, both seem to move, and a naive quotient calls that fair"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", is_done = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", is_done = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", is_done = "holds" }

bool taken, finished;

active [2] proctype worker() {
  goto choose;
low:
  skip;
  goto high;
other:
  finished = true;
  goto over;
high:
  skip;
  goto low;
choose:
  if
  :: atomic { !taken -> taken = true }; goto low
  :: taken -> goto other
  fi;
over:
  skip
}

ltl is_done { <> finished }
