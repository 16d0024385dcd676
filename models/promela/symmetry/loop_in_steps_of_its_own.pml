//! about = "The same loop outside of an atomic sequence, whose counter others can tell processes apart by"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 1665, O1 = 602, O2 = 322 }
//! group = "1"
//! orbits = { O0 = 1062, O1 = 406, O2 = 217 }

#define N 3
bool flag[N];
byte at;

proctype Worker(byte me) {
	flag[me] = true;
	assert(!(me == 2 && at == 2))
}

init {
	byte i;
	atomic {
		do
		:: i < N -> run Worker(i); i++
		:: else -> break
		od
	};
	i = 0;
	do
	:: i < N -> flag[i] = false; at = i; i++
	:: i >= N -> break
	od
}
