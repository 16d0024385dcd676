//! about = "Every receiver of a message gets that message, whatever an earlier receiver sends on"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 1443, O1 = 1443, O2 = 628 }
//! group = "2"
//! orbits = { O0 = 723, O1 = 723, O2 = 342 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Both relays can take the message, in an atomic sequence that goes on with an offer of another value. The one that is
// asked second must still be offered the first message, and move the first sender.

chan c = [0] of { byte };
chan d = [0] of { byte };
byte got;
active proctype Sender() { byte i; for (i : 1 .. 3) { c ! i } }
active [2] proctype Relay() {
	byte x;
end:	do
	:: atomic { c ? x; if :: d ! x + 3 :: d ! x + 4 fi }
	od
}
active proctype Sink() {
	byte y;
end:	do
	:: d ? y -> got = y; assert(got > 3 && got < 8)
	od
}
