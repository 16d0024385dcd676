//! about = "An operation that the trace does not allow next is an error"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"
//! states = { O0 = 4, O1 = 4 }

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
