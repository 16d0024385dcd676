//! about = "The process that has ended is not the youngest and stays; those above it go first"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 90, O1 = 75, O2 = 75 }
//! group = "2"
//! orbits = { O0 = 28, O1 = 24, O2 = 24 }

chan q = [1] of { byte };
active proctype Stuck() { byte x; q ? x; q ? x; q ? x }
active proctype Ended() { q ! 1 }
active [2] proctype Above() { if :: q ! 2 :: skip fi }
