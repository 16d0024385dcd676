//! about = "An event that the trace does not allow, inside an atomic that never ends"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"
//! states = 1
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

mtype = { allowed, forbidden };
chan c = [1] of { mtype };

active proctype endless() {
  atomic { do :: c!allowed; c?_; c!forbidden; c?_ od }
}

trace {
  do :: c!allowed; c?_ od
}
