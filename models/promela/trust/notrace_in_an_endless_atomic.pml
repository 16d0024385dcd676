//! about = "A notrace is matched inside an atomic that never ends"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"
//! states = 1
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

mtype = { one, two };
chan c = [1] of { mtype };

active proctype endless() {
  atomic { do :: c!one; c?_; c!two; c?_ od }
}

notrace {
  c!one; c?one; c!two
}
