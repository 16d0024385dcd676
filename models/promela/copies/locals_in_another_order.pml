//! about = "Copies whose variables are declared in another order"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 13852, O1 = 4105, O2 = 27 }
//! group = "6"
//! orbits = { O0 = 2518, O1 = 779, O2 = 11 }

byte ticket;

active proctype one() {
	byte mine;
	byte rounds;
	do
	:: d_step { mine = ticket; ticket = (ticket + 1) % 3 };
	   rounds = (rounds + mine) % 3;
	   assert(rounds < 3 && mine < 3)
	od
}

active proctype two() {
	byte rounds;
	byte mine;
	do
	:: d_step { mine = ticket; ticket = (ticket + 1) % 3 };
	   rounds = (rounds + mine) % 3;
	   assert(rounds < 3 && mine < 3)
	od
}

active proctype three() {
	bool unused;
	byte rounds;
	byte mine;
	do
	:: d_step { mine = ticket; ticket = (ticket + 1) % 3 };
	   rounds = (rounds + mine) % 3;
	   assert(rounds < 3 && mine < 3)
	od
}
