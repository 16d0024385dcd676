//! about = "An argument of printf that is outside its array"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 23
//! group = "2"
//! orbits = 16
//! lazy_without_subsumption = 23
//! lazy = 23

// Printf looks outside the array: an error, also when nothing tells processes apart.
byte a[2]; byte i;
active [2] proctype P() { end: do :: i < 3 -> i++ :: i == 3 -> printf("%d", a[i]); i = 0 od }
