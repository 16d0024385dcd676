//! about = "Copies of which one is a D_proctype: two possible statements are an error of that one alone"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 17
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x;

active proctype free() {
	do
	:: x < 2 -> x = 2
	:: x < 3 -> x = 0
	od
}

active D_proctype bound() {
	do
	:: x < 2 -> x = 2
	:: x < 3 -> x = 0
	od
}
