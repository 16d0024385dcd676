//! about = "Copies that end: removals that nobody sees are left out, as for processes of one type"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 57
//! group = "6"
//! orbits = 16

byte done;
bool seen[3];

active proctype one() { seen[0] = true; done++ }

active proctype two() { seen[1] = true; done++ }

active proctype three() { seen[2] = true; done++ }

active proctype watch() {
	done == 2 -> assert(seen[0] && seen[1] && seen[2])
}
