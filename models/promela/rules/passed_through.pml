//! about = "at -O2 a process passes through locations where all it does is its own affair; a loop of such is cut once"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 818, O1 = 170, O2 = 62 }
//! group = "2"
//! orbits = { O0 = 289, O1 = 64, O2 = 25 }
//! [[run]]
//! define = ["BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 1057, O1 = 273, O2 = 86 }
//! group = "2"
//! orbits = { O0 = 425, O1 = 117, O2 = 36 }
byte shared

active [2] proctype P() {
	byte i;
	byte sum;
	shared++;
	do
	:: i < 3 -> sum = sum + i; i++
	:: else -> break
	od;
	assert(sum == 3);
	if
	:: sum > 1 -> i = 0
	:: sum > 2 -> i = 1
	fi;
#ifdef BROKEN
	/* The loop is endless and private; the other process must be heard all the same. */
	do
	:: i = 1 - i
	od
#endif
}

active proctype Watch() {
	shared == 2;
#ifdef BROKEN
	assert(false)
#endif
}
