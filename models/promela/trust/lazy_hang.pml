//! about = "A monitor that can move, and come back to the same state, while processes are still created"
//! [[run]]
//! verdict = "holds"
//! states = 577
//! group = "1"
//! lazy_without_subsumption = 577
//! lazy = 577

// A monitor can move while init still creates processes: the lazy translation, which auto asks for, follows its self-loop for ever.
byte n;
proctype P() { end: do :: n < _pid -> n = _pid od }
init { atomic { run P(); run P(); run P(); run P(); run P(); run P(); run P() } }
active proctype M() { end: do :: assert(n <= 9) od }
