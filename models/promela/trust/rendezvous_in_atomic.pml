//! about = "An offer made inside another offer's receiver does not replace it"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// R receives 1 inside an atomic sequence and then offers 2 itself. P waits for 2 and must not be given it twice.

chan ch = [0] of { byte };
byte g;
active proctype P() { end: do :: ch ? 2; g++; assert(g < 2) od }
active proctype S() { ch ! 1 }
active proctype R() { end: do :: atomic { ch ? 1; ch ! 2 } od }
