//! about = "An `else` that a `d_step` begins with sees whether a rendezvous is possible"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 12
//! group = "1"
//! orbits = 8
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan c = [0] of { byte };
byte g;

active proctype P() {
	byte x, y;
	g = 1;
	x = 0;
	c?y
}

// Between `g = 1` and `c?y` nobody takes the message.
active proctype Q() {
	g;
	if
	:: c!1
	:: d_step { else }
	fi
}
