//! about = "Copies with a provided clause and a number of their own that they hand over"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "2"
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! orbits = 4

byte turn = 1;
byte inside;

active proctype first() provided (turn == 1) {
	do
	:: inside = 1; assert(inside == 1); turn = 2
	od
}

active proctype second() provided (turn == 2) {
	do
	:: inside = 2; assert(inside == 2); turn = 1
	od
}
