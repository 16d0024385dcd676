//! about = "Peterson's algorithm with the process number in a `bool`, and `1 - _pid` for the other"
//! [[run]]
//! verdict = "holds"
//! states = 55
//! group = "2"
//! orbits = 29

bool turn, flag[2];
byte inside;

active [2] proctype User() {
	assert(_pid == 0 || _pid == 1);
	do
	:: flag[_pid] = 1;
	   turn = _pid;
	   (flag[1 - _pid] == 0 || turn == 1 - _pid);
	   inside++;
	   assert(inside == 1);
	   inside--;
	   flag[_pid] = 0
	od
}
