//! about = "Control goes to and fro between two atomic sequences for ever, with a choice at each turn"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 289, O1 = 289, O2 = 73 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// One step of a run has no end, but few intermediate states: they must be recognised, or the choices multiply.

chan there = [0] of { byte };
chan back = [0] of { byte };
byte n, m;
active proctype P() {
	byte x;
	there ! 0;
end:	do
	:: atomic { back ? x; n = (n + x) % 3; if :: there ! 0 :: there ! 1 fi }
	od
}
active proctype Q() {
	byte y;
end:	do
	:: atomic { there ? y; m = (m + y) % 2; if :: back ! 1 :: back ! 2 fi }
	od
}
active proctype Look() { end: do :: n == 2 && m == 1 -> n = 0; assert(m < 2) od }
