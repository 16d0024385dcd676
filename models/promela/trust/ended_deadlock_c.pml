//! about = "The youngest of two alike processes ends, the other can do nothing"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 4, O1 = 4 }

active [2] proctype P() {
	_pid != 0;
	skip
}
