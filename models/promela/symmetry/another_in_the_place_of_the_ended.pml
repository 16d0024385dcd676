//! about = "A process that is created in the place of one that has ended stands in nobody's way"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 840, O1 = 540, O2 = 52 }
//! group = "2"
//! orbits = { O0 = 480, O1 = 315, O2 = 39 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte turn;
bool done;

proctype Child(byte n) {
	byte k;
	k = n;
	done = (k == 2)
}

active [2] proctype A() {
	byte c;
	do
	:: c = 1 - c; turn++; turn = 0
	od
}

active proctype C() {
	byte i;
	done;
	i = 2;
	run Child(i);
	do
	:: done
	od
}

// Ends, and its number is given to the child.
active proctype M() {
	done = true
}
