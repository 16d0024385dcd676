//! about = "To look at a message of a rendezvous channel is an error, also where nobody ever sends"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 2
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan a = [0] of { int };

proctype P() {
    a?<8000>
}

init {
    run P()
}
