//! about = "SPIN does not count a skip as a second choice of a D_proctype, nor do we where it forgets a variable"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 13, O1 = 13, O2 = 6 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte g;
chan q = [1] of { byte };
active D_proctype P() {
	byte x;
	do
	::
		x = _nr_pr % 2;
		if
		:: q!x
		:: skip
		fi;
		g = 1 - g
	od
}
