//! about = "Processes that may end before the last one is created, and whose numbers nothing looks at"
//! [[run]]
//! verdict = "holds"
//! states = 121
//! group = "6"
//! orbits = 43
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte started, done;

proctype Worker() {
	started++;
	assert(done < 3);
	done++
}

init {
	run Worker();
	run Worker();
	run Worker();
	(done == 3);
	assert(started == 3)
}
