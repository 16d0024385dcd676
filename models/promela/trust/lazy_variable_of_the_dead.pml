//! about = "The variable of a process that has ended reads as 0"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 37, O1 = 37, O2 = 18 }
//! group = "6"
//! orbits = { O0 = 16, O1 = 16, O2 = 10 }
//! lazy_without_subsumption = { O0 = 16, O1 = 16, O2 = 10 }
//! lazy = { O0 = 16, O1 = 16, O2 = 10 }

bit seen;
proctype M() { byte v = 3; v = 4 }
proctype P() {
end: do :: seen == 0 && _nr_pr == 4 && M[4]:v == 0 -> seen = 1; assert(false) od
}
init { atomic { run P(); run P(); run P(); run M() }; end: false }
