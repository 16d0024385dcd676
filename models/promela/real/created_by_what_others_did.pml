//! about = "Which processes there will be depends on what the first one does: there is no symmetry to be used"
//! [[run]]
//! verdict = "holds"
//! states = 19
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte moved;

proctype Worker() {
	end: do
	:: atomic { moved < 2 -> moved++ }
	od
}

init {
	run Worker();
	if
	:: moved == 0 -> run Worker(); run Worker()
	:: moved > 0 -> run Worker(); assert(moved < 3)
	fi
}
