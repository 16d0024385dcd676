//! about = "Two receives of one process can take the same message, the first of which sends on"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 27, O1 = 21, O2 = 17 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan c = [0] of { byte };
chan d = [0] of { byte };
byte a, b;
active proctype Sender() { c ! 1; c ! 2 }
active proctype Relay() {
	byte x;
end:	do
	:: atomic { c ? x; d ! x; a = x }
	:: atomic { c ? x; b = x; d ! 7 - x }
	od
}
active proctype Sink() {
	byte y;
end:	do :: d ? y -> assert(y != 3) od
}
