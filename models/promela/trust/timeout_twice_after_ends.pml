//! about = "Removals between two timeouts of one run, in the middle of which a process waits for the first"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 15
//! group = "2"
//! orbits = 9
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte phase;
active proctype Watch() { timeout; phase = 1; timeout; phase = 2; assert(phase != 2) }
active proctype Late() { phase == 1 }
active [2] proctype Early() { skip }
