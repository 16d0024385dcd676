//! about = "A rendezvous inside an atomic sequence that another rendezvous can interrupt"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 109, O1 = 135, O2 = 65 }
//! group = "1"
//! orbits = { O0 = 85, O1 = 104, O2 = 51 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan a = [0] of { byte };
chan stop = [0] of { byte };
byte n;
active proctype S() { do :: atomic { a ! 1; n = (n + 1) % 4 } :: atomic { stop ! 0; break } od }
active proctype R() {
	byte x;
	{ do :: atomic { a ? x; n = (n + x) % 4; if :: a ? x :: n < 3 fi } od } unless { stop ? 0; n = 0 }
}
active proctype T() { atomic { a ! 2; stop ! 0 } }
