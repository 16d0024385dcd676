//! about = "the elements of a large array that is hardly used are interchangeable; there are too many symmetries to take on"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 393, O1 = 393, O2 = 292 }
//! group = "12"
//! orbits = { O0 = 92, O1 = 92, O2 = 36 }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
#define N 300
typedef Record { byte a; bit b };
Record r[N];
byte g;

active [2] proctype P() {
	byte v;
	select (v : 0 .. 2);
	if
	:: r[v].b == 0 -> r[v].b = 1
	:: else
	fi;
	r[g].a = v;
	atomic {
		g < 2 -> g++
	}
}
