//! about = "The youngest of two alike processes ends, the other can do nothing"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 4, O1 = 4, O2 = 3 }
//! group = "1"
//! orbits = { O0 = 3, O1 = 3, O2 = 2 }

active [2] proctype P() {
	_pid != 0;
	skip
}
