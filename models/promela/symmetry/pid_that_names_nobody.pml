//! about = "Variables of type pid that are only compared with one another hold numbers and no names of processes"
//! [[run]]
//! verdict = "holds"
//! states = 81
//! group = "12"
//! orbits = 18
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

// Each process draws a ticket. The tickets are declared as pid, but no process is ever meant by one.
pid best = 1;
byte wins;

active [3] proctype Player() {
	pid ticket;
	do
	:: ticket = 0
	:: ticket = 1
	:: ticket = 2
	:: atomic { ticket == best && wins < 2 -> wins++ }
	:: atomic { ticket != best && wins > 0 -> wins-- }
	od
}
