//! about = "A ring of philosophers, each written out with the numbers of its forks: copies are alike, and so are their forks"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 242
//! group = "5"
//! orbits = 50

byte fork[5];

active proctype phil_0() {
	do
	:: atomic { fork[0] == 0 -> fork[0] = 1 };
	   atomic { fork[1] == 0 -> fork[1] = 1 };
	   fork[0] = 0;
	   fork[1] = 0
	od
}

active proctype phil_1() {
	do
	:: atomic { fork[1] == 0 -> fork[1] = 1 };
	   atomic { fork[2] == 0 -> fork[2] = 1 };
	   fork[1] = 0;
	   fork[2] = 0
	od
}

active proctype phil_2() {
	do
	:: atomic { fork[2] == 0 -> fork[2] = 1 };
	   atomic { fork[3] == 0 -> fork[3] = 1 };
	   fork[2] = 0;
	   fork[3] = 0
	od
}

active proctype phil_3() {
	do
	:: atomic { fork[3] == 0 -> fork[3] = 1 };
	   atomic { fork[4] == 0 -> fork[4] = 1 };
	   fork[3] = 0;
	   fork[4] = 0
	od
}

active proctype phil_4() {
	do
	:: atomic { fork[4] == 0 -> fork[4] = 1 };
	   atomic { fork[0] == 0 -> fork[0] = 1 };
	   fork[4] = 0;
	   fork[0] = 0
	od
}
