//! about = "a variable that one branch reads and another writes is live where they part; afterwards it is forgotten at -O2"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 598, O1 = 484, O2 = 207 }
//! group = { O0 = "2", O1 = "2", O2 = "4" }
//! orbits = { O0 = 293, O1 = 236, O2 = 75 }
byte seen

active [2] proctype P() {
	byte x;
	select (x : 1 .. 3);
	x = x + 1;
	if
	:: x = 7; seen = x
	:: seen = x
	fi;
	assert(seen >= 2);
	seen == 7 || seen == 4;
	seen = 7
}
