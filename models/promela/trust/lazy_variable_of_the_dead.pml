//! about = "The variable of a process that has ended reads as 0"
//! [[run]]
//! verdict = "violated"
//! states = { O0 = 37 }

bit seen;
proctype M() { byte v = 3; v = 4 }
proctype P() {
end: do :: seen == 0 && _nr_pr == 4 && M[4]:v == 0 -> seen = 1; assert(false) od
}
init { atomic { run P(); run P(); run P(); run M() }; end: false }
