//! about = "An operation that the trace does not allow next is an error"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"
//! states = 4
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

mtype = { ask, answer }
chan wire = [2] of { mtype }

active proctype client() {
  wire!ask;
  wire!ask
}

trace {
  do
  :: wire!ask; wire!answer
  od
}
