//! about = "What is printed of the number of processes does not matter to processes that stay at their ends"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"
//! orbits = 5

byte done;
active proctype Early() { printf("%d\n", _nr_pr); done = 1 }
active proctype Late() { done == 1; printf("%d\n", _nr_pr) }
