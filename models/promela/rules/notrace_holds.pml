//! about = "notrace is satisfied when the sequence never completes"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

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
