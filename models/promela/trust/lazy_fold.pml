//! about = "An index outside its array before a constant that decides"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 2
//! group = "2"
//! lazy_without_subsumption = 2
//! lazy = 2

byte a[2];
proctype P(byte k) { if :: a[k] == 1 && 0 -> skip :: else fi; end: false }
init { atomic { run P(5); run P(5) } }
