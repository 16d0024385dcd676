//! about = "`_nr_pr` in code that only the range of a variable shows to be dead"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"

active proctype P() {
	byte v;
	if
	:: v < 0 -> assert(_nr_pr == 3)
	:: else
	fi
}

active proctype Q() {
	skip
}
