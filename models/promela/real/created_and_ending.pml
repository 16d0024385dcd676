//! about = "Processes that may end before the last one is created; an update is lost"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 188, O1 = 188, O2 = 127 }
//! group = "6"
//! orbits = { O0 = 40, O1 = 40, O2 = 37 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x;

proctype Adder() {
	byte copy;
	copy = x;
	x = copy + 1
}

init {
	run Adder();
	run Adder();
	run Adder();
	(x == 3)
}
