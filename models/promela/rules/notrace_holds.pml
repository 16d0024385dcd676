//! about = "notrace is satisfied when the sequence never completes"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 4, O1 = 4 }

mtype = { ask, answer }
chan wire = [2] of { mtype }

active proctype client() {
  wire!ask;
  wire!ask
}

notrace {
  wire!ask;
  wire!answer
}
