//! about = "A timeout becomes true only when the processes that have ended are gone"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 9, O1 = 9 }

byte done;
active proctype Watch() { timeout; assert(done < 2); do :: done == 5 od }
active [2] proctype Work() { done++ }
