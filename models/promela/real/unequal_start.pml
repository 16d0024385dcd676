//! about = "One process has the token at the start, which is no matter to a symmetry"
//! [[run]]
//! verdict = "holds"
//! states = 20
//! group = "24"
//! orbits = 5
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

byte token = 1;
bool working[4];

active [4] proctype Member() {
	do
	:: token == _pid ->
	   working[_pid] = true;
	   assert(token == _pid);
	   working[_pid] = false;
	   if
	   :: token = 0
	   :: token = 1
	   :: token = 2
	   :: token = 3
	   fi
	od
}
