//! about = "Values are exchanged also where a later process has the number of one that has ended"
//! [[run]]
//! verdict = "holds"
//! states = 17
//! group = "6"
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan q = [1] of { byte };

trace {
	do
	:: q!0
	:: q!1
	:: q!2
	:: q?_
	od
}

proctype Child() {
	skip
}

active proctype P0() {
	run Child()
}

active proctype P1() {
	byte x;
	if
	:: q?<x>
	:: skip
	fi;
	q!x
}
