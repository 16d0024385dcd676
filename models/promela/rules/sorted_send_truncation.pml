//! about = "a sorted send compares the values before they are truncated to the fields"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 10, O1 = 10, O2 = 9 }
//! group = "1"
//! orbits = { O0 = 9, O1 = 9, O2 = 8 }
//! refused_by = ["lazy", "lazy-without-subsumption"]
chan queue = [3] of { byte, byte };
int x = -1;
byte first, second;

active proctype P() {
	queue!!5, 1;
	queue!!x, 2;
	queue!!256, 3;
	queue?first, _;
	queue?second, _;
	assert(first == 255);
	assert(second == 5);
	assert(false)
}
