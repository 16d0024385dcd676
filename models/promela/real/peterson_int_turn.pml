//! about = "Peterson's algorithm with the process number in an `int`, as in most lectures"
//! [[run]]
//! verdict = "holds"
//! states = 38
//! group = "2"
//! orbits = 19

int turn;
bool flag[2];
byte inside;

active [2] proctype User() {
	int other = 1 - _pid;
	do
	:: flag[_pid] = true;
	   turn = other;
	   (!flag[other] || turn == _pid);
	   inside++;
	   assert(inside == 1);
	   inside--;
	   flag[_pid] = false
	od
}
