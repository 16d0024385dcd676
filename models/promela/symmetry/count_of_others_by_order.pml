//! about = "A loop inside one step that stops at the first flag: the order of the processes matters"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 297
//! group = "1"
//! orbits = 190

#define N 3
bool flag[N];
byte first;

proctype Worker(byte me) {
	flag[me] = true;
	flag[me] = false
}

init {
	byte i;
	atomic {
		do
		:: i < N -> run Worker(i); i++
		:: else -> break
		od
	};
	atomic {
		i = 0;
		do
		:: i < N && !flag[i] -> i++
		:: else -> break
		od;
		first = i
	};
	assert(first != 2)
}
