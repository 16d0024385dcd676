//! about = "Copies with their options in another order: their locations have other numbers"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 82, O1 = 49, O2 = 25 }
//! group = "2"
//! orbits = { O0 = 46, O1 = 28, O2 = 15 }

byte busy[2];
byte served;

active proctype first() {
	do
	:: busy[0] == 0 -> busy[0] = 1; served = 0; busy[0] = 2
	:: busy[0] == 2 -> served = 1; busy[0] = 0
	od
}

active proctype second() {
	do
	:: busy[1] == 2 -> served = 1; busy[1] = 0
	:: busy[1] == 0 -> busy[1] = 1; served = 0; busy[1] = 2
	od
}
