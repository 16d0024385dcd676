//! about = "Copies that use their own numbers, beside two processes of one of the types"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "6"
//! orbits = 3
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

byte owner = 9;
bool busy[3];

active [2] proctype worker() {
	do
	:: atomic { owner == 9 -> owner = _pid; busy[_pid] = true };
	   assert(busy[owner] && owner == _pid);
	   atomic { busy[_pid] = false; owner = 9 }
	od
}

active proctype extra() {
	do
	:: atomic { owner == 9 -> owner = _pid; busy[_pid] = true };
	   assert(busy[owner] && owner == _pid);
	   atomic { busy[_pid] = false; owner = 9 }
	od
}
