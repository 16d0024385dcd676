//! about = "A process that has ended leaves its number to the next, which two of three processes can meet under: no symmetry"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 96
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte met[4];

proctype Visitor() {
	met[_pid]++;
	assert(met[_pid] < 3)
}

init {
	run Visitor();
	run Visitor();
	run Visitor()
}
