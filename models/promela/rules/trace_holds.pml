//! about = "trace prescribes the order of operations on the channels it names"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// A send and a receive are separate events.

mtype = { ask, answer }
chan wire = [1] of { mtype }

active proctype client() {
  wire!ask;
  wire?answer
}

active proctype server() {
  wire?ask;
  wire!answer
}

trace {
  wire!ask;
  wire?ask;
  wire!answer;
  wire?answer
}
