//! about = "Three handshakes in one step: each receiver goes on inside its atomic sequence"
//! [[run]]
//! verdict = "holds"
//! states = 40
//! group = "1"
//! orbits = 13
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan a = [0] of { byte };
chan b = [0] of { byte };
chan c = [0] of { byte };
byte order;
active proctype First() { atomic { a ! 1; order = order * 2 + 1 } }
active proctype Second() { byte x; atomic { a ? x; b ! x + 1; order = order * 2 } }
active proctype Third() { byte x; atomic { b ? x; c ! x + 1; order = order * 2 + 1 } }
active proctype Fourth() { byte x; atomic { c ? x; assert(x == 3); order == 0 } }
