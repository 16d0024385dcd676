//! about = "notrace forbids the sequence it describes"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"
//! states = 6
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

mtype = { ask, answer }
chan wire = [2] of { mtype }

active proctype client() {
  wire!ask;
  if
  :: wire!ask
  :: wire!answer
  fi
}

notrace {
  wire!ask;
  wire!answer
}
