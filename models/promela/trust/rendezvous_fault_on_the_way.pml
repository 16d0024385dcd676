//! about = "The receiver of one offer fails while another could still take it"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 12
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan a = [0] of { byte };
chan b = [0] of { byte };
byte t[2];
active proctype S() { a ! 2; a ! 1 }
active proctype Failing() { byte x; end: atomic { a ? x; b ! x; t[x] = 1 } }
active proctype Fine() { byte x; end: do :: a ? x -> t[0] = x od }
active proctype Sink() { byte y; end: do :: b ? y od }
