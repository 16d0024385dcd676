//! about = "The receiver cannot go on with its own offer, so the state between the two is stored"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 9
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan a = [0] of { byte };
chan b = [0] of { byte };
byte seen;
active proctype S() { atomic { a ! 1; seen++ } ; b ? 5; assert(seen == 1) }
active proctype R() { atomic { a ? 1; b ! 5; seen++ } }
active proctype Other() { byte x; end: do :: a ? x :: b ? 6 od }
