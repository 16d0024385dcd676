//! about = "Processes that `init` creates one after the other, while those that exist already compete"
//! [[run]]
//! verdict = "holds"
//! states = 176
//! group = "6"
//! orbits = 75
//! refused_by = ["lazy", "lazy-without-subsumption"]

bool taken;
byte inside;
bool wants[3];

proctype Client(byte id) {
	do
	:: wants[id] = true;
	   atomic { !taken -> taken = true };
	   inside++;
	   assert(inside == 1);
	   inside--;
	   taken = false;
	   wants[id] = false
	od
}

init {
	run Client(0);
	run Client(1);
	run Client(2)
}
