//! about = "notrace forbids the sequence it describes"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"
//! states = { O0 = 6, O1 = 6 }

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
