//! about = "Process numbers in `int`, `short` and messages, with -1 for nobody"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 208, O1 = 78, O2 = 52 }
//! group = "6"
//! orbits = { O0 = 45, O1 = 16, O2 = 12 }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

int owner = -1;
short last = -1;
chan request = [2] of { int };

active [3] proctype Client() {
	do
	:: request!_pid
	:: atomic { owner == _pid -> last = owner; owner = -1 }
	od
}

active proctype Server() {
	int who;
	do
	:: atomic { owner == -1 && request?[who] -> request?who; owner = who }
	od
}
