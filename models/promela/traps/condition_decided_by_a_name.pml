//! about = "A condition never holds because of the values of names, which a symmetry changes: in images of states it may hold"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 216, O1 = 216, O2 = 168 }
//! group = { O0 = "4", O1 = "2", O2 = "4" }
//! orbits = { O0 = 104, O1 = 192, O2 = 80 }

// The places look alike but for the code that is left out if `at` is taken to be 1 at first: a monitor that stands on place 2
// or 0 would raise the alarm.
byte chosen;
bool mark[3];
bool alarm;

active [2] proctype Chooser() {
	do
	:: atomic { chosen = 0; mark[chosen] = !mark[chosen] }
	:: atomic { chosen = 1; mark[chosen] = !mark[chosen] }
	:: atomic { chosen = 2; mark[chosen] = !mark[chosen] }
	od
}

active proctype Monitor() {
	byte at = 1;
	do
	:: at == 2 -> alarm = true
	:: at == 0 -> alarm = true
	:: mark[at] -> break
	od;
	at = chosen;
	assert(alarm || mark[at])
}
