//! about = "Of two types with the same beginning one has a location more: no copies, and only that one can fail"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 20, O1 = 20, O2 = 15 }
//! group = "1"
//! orbits = { O0 = 15, O1 = 15, O2 = 10 }

byte taken;

active proctype brief() {
	do
	:: atomic { taken == 0 -> taken = 1 }; taken = 0
	od
}

active proctype lengthy() {
	do
	:: atomic { taken == 0 -> taken = 1 }; assert(taken == 1); taken = 2; taken = 0
	od
}

active proctype watch() {
	taken == 2 -> assert(false)
}
