//! about = "Processes are created inside an atomic that never ends, until there are too many for an assertion"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 1
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte n;

proctype worker() { n++; end: false }

active proctype endless() {
  atomic {
    do
    :: run worker();
       assert(_nr_pr < 3);
       if
       :: _nr_pr > 3 -> again: n = n; goto again
       :: else
       fi
    od
  }
}
