//! about = "The escape of a jump that leaves an `atomic` is taken at every level"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 19
//! group = "1"
//! orbits = 19

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
