//! about = "Values that only a hidden variable takes: what hangs below them differs by what the state joins it to"
//! [[run]]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 28561, O1 = 28561, O2 = 10000 }
//! group = "8"
//! orbits = { O0 = 7501, O1 = 3796, O2 = 1380 }

byte phase[4];
byte total;
// Not written as a literal, so nobody sees that it never changes.
pid owner = 3 + 1;
bool asked[5];
pid next[4] = 4;
chan mailbox[4] = [1] of { pid };
active [4] proctype Node() {
	pid peer = 4;
	if
	:: peer = 0
	:: peer = 1
	:: peer = 2
	:: peer = 3
	fi;
	do
	:: !(asked[_pid]) -> phase[peer] = 2; mailbox[_pid]?peer; phase[_pid] = 1; total = (_pid % 2)
	:: atomic { (owner == _pid) -> mailbox[peer]!peer; owner = _pid }
	od
}
