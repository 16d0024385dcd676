//! about = "The place of a process that has ended is 0"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 36
//! group = "6"
//! orbits = 15
//! lazy_without_subsumption = 15
//! lazy = 15

bit seen;
active [3] proctype P() {
end: do :: seen == 0 && pc_value(3) == 0 -> seen = 1; assert(false) od
}
active proctype M() { skip }
