//! about = "To look at a message of a rendezvous is a fault whoever offers one, also in the middle of an `atomic`"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 2
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan a = [0] of { int };
chan b = [0] of { int };

active proctype P() {
	a!255;
	// Nobody takes this one; the third process is asked all the same.
	atomic { 0 == 0; a!0 }
}

active proctype Q() {
	byte v;
	a?v
}

active proctype R() {
	byte v;
	b?<v>
}
