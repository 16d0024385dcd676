//! about = "A condition inside one step is decided by what a variable is known to hold, and a symmetry renames what it holds"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 432, O1 = 432, O2 = 336 }
//! group = "4"
//! orbits = { O0 = 208, O1 = 208, O2 = 160 }

// The monitor looks at place 1 when it begins, and at places that others choose later. Places look alike otherwise.
byte chosen;
bool mark[3];
bool odd;

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
	:: atomic { at == 1 -> odd = !odd }
	:: break
	od;
	at = chosen;
	assert(!(odd && mark[at]))
}
