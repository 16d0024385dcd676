//! about = "A notrace is matched inside an atomic that never ends"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"

mtype = { one, two };
chan c = [1] of { mtype };

active proctype endless() {
  atomic { do :: c!one; c?_; c!two; c?_ od }
}

notrace {
  c!one; c?one; c!two
}
