//! about = "A number that goes into a `chan` is part of the state as the `chan` is"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 5, O1 = 4, O2 = 4 }
//! group = "1"
//! orbits = { O0 = 4, O1 = 3, O2 = 3 }

chan q = [1] of { byte };

active proctype P() {
	byte x;
	chan c;
	x = 2;
	c = x;
	q!1
}
