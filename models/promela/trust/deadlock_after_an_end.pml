//! about = "A deadlock whose youngest process has ended: it is one only when that process is gone"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 6
//! group = "1"
//! orbits = 5

byte r;
active proctype s() { do :: r == 1 -> r = 0 od }
active proctype c() { r = 1; r == 0 }
