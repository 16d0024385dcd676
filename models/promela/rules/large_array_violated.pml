//! about = "a counterexample in a program with a large array is told in time proportional to the array"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 5
//! group = "1"
//! orbits = 4
byte a[20000] = 1

active proctype P() {
	a[19999] = 2;
	a[3] = a[19999] + 1;
	assert(a[3] == 2)
}
