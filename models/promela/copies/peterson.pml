//! about = "Peterson's algorithm written out twice, with variables of different names"
//! [[run]]
//! verdict = "holds"
//! states = 38
//! group = "2"
//! orbits = 19

bool flag_a, flag_b;
byte turn;
byte inside;

active proctype A() {
	do
	:: flag_a = true;
	   turn = 1;
	   (!flag_b || turn == 0);
	   inside++;
	   assert(inside == 1);
	   inside--;
	   flag_a = false
	od
}

active proctype B() {
	do
	:: flag_b = true;
	   turn = 0;
	   (!flag_a || turn == 1);
	   inside++;
	   assert(inside == 1);
	   inside--;
	   flag_b = false
	od
}
