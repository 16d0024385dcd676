//! about = "To poll a rendezvous channel is an error also where nobody ever sends to it"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 1
//! group = "2"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan unused = [0] of { byte }

active [2] proctype poller() {
  unused?[1] -> skip
}
