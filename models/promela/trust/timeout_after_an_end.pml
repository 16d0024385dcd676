//! about = "A timeout becomes true only when the processes that have ended are gone"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 9
//! group = "2"
//! orbits = 5
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte done;
active proctype Watch() { timeout; assert(done < 2); do :: done == 5 od }
active [2] proctype Work() { done++ }
