//! about = "Two locks taken in opposite orders; a third process has ended"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 97
//! group = "1"
//! orbits = 60

bit a, b;
active [2] proctype P() {
	if
	:: _pid == 0 -> atomic { !a -> a = 1 }; atomic { !b -> b = 1 }; b = 0; a = 0
	:: else -> atomic { !b -> b = 1 }; atomic { !a -> a = 1 }; a = 0; b = 0
	fi
}
active proctype Q() { skip }
