//! about = "Copies of which one may rest where it waits and the other may not: a deadlock is one only for the other"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 4
//! group = "1"

byte left;

active proctype patient() {
	left++;
end:
	left == 3
}

active proctype hasty() {
	left++;
wait:
	left == 3
}
