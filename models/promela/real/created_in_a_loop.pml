//! about = "Processes created in a loop while others run; 255 stands for nobody"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 192, O1 = 192, O2 = 23 }
//! group = "6"
//! orbits = { O0 = 174, O1 = 174, O2 = 17 }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte owner = 255;
byte uses;

proctype User(byte id) {
	do
	:: atomic { owner == 255 -> owner = id };
	   uses = (uses + 1) % 3;
	   assert(owner == id);
	   owner = 255
	od
}

init {
	byte i;
	for (i : 1 .. 3) {
		run User(i)
	}
}
