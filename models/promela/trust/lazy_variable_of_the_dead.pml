//! about = "The variable of a process that has ended reads as 0"
//! [[run]]
//! verdict = "violated"
//! states = { O0 =  }

bit seen;
active [3] proctype P() {
end: do :: seen == 0 && _nr_pr == 3 && M[3]:v == 0 -> seen = 1; assert(false) od
}
active proctype M() { byte v = 3; v = 4 }
