//! about = "A count, a reset and a broadcast over all processes, each a loop inside one step"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 273, O1 = 225, O2 = 29 }
//! group = "6"
//! orbits = { O0 = 103, O1 = 85, O2 = 12 }

// Three processes raise flags. A monitor counts them in an atomic loop, lowers them in a d_step, and says so to each.
#define N 3
bool flag[N], told[N];
byte rounds;

proctype Worker(byte me) {
	do
	:: atomic { !flag[me] && !told[me] -> flag[me] = true }
	:: atomic { told[me] -> told[me] = false }
	od
}

init {
	byte i, raised;
	atomic {
		do
		:: i < N -> run Worker(i); i++
		:: else -> break
		od
	};
	do
	:: atomic {
			raised = 0;
			i = 0;
			do
			:: i < N -> raised = raised + flag[i]; i++
			:: i >= N -> break
			od;
			assert(raised <= N)
		};
		if
		:: raised == N ->
			i = 0;
			d_step {
				do
				:: i < N -> flag[i] = false; told[i] = true; i++
				:: else -> break
				od;
				rounds = (rounds + 1) % 2;
				i = 0
			}
		:: else
		fi
	od
}
