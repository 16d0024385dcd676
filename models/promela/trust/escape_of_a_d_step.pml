//! about = "The escape of a `d_step` is taken at every level"
//! [[run]]
//! verdict = "holds"
//! states = 3
//! group = "1"
//! orbits = 2
//! refused_by = ["lazy", "lazy-without-subsumption"]

active proctype q() {
	d_step {
		do
		:: skip
		od
	} unless 0 < 1
}
