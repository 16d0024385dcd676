//! about = "The escape of a jump that leaves an `atomic` is taken at every level"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! spin_fails = "pan leaves the process before the jump without any transition, and reports a deadlock"
//! states = { O0 = 19, O1 = 19, O2 = 10 }
//! group = "1"
//! orbits = { O0 = 15, O1 = 15, O2 = 6 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x = 0;

active proctype jumper() {
	atomic {
		x = 1;
		{ goto outside } unless { x };
		x = 100
	};
outside:
	x = 2
}

active proctype watcher() {
	byte seen;
	seen = x;
	assert(seen <= 2)
}
