//! about = "A receiver ends and the sender is left with a full channel"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 6
//! group = "1"
//! orbits = 4

chan q = [1] of { byte };
active proctype A() { q!1; q!2; q!3 }
active proctype B() { byte x; q?x }
