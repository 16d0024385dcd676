//! about = "Numbers that a loop of init counts up and gives to processes are folded into their code, and stored in no cell"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 38, O1 = 161, O2 = 14 }
//! group = { O0 = "6", O1 = "2", O2 = "6" }
//! orbits = { O0 = 36, O1 = 149, O2 = 12 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

// The variables that hold numbers of processes are wider than a byte; `init` computes what it hands out.
#define N 3
int holder = N;

proctype Client(byte me) {
	int next = N;
	do
	:: atomic { holder == N -> holder = me }
	:: atomic { holder == me ->
		if
		:: next = 0
		:: next = 1
		:: next = 2
		fi;
		holder = next;
		next = N
	}
	:: atomic { holder == me -> holder = N }
	od
}

init {
	byte i;
	do
	:: i < N -> run Client(i); i = i + 1
	:: else -> break
	od
}
