//! about = "A hidden array that is shorter than there are processes, indexed by one of them"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = { O0 = 10, O1 = 10, O2 = 8 }
//! group = "2"
//! orbits = { O0 = 6, O1 = 6, O2 = 5 }
//! lazy_without_subsumption = { O0 = 9, O1 = 9, O2 = 7 }
//! lazy = { O0 = 9, O1 = 9, O2 = 7 }

// Hidden elements are nobody's, so that owning one does not tell processes 0 and 1 from process 2.
hidden byte h[2]; byte x; bit lock;
active [3] proctype P() {
end1: atomic { lock == 0 -> lock = 1; x = _pid };
  h[x] = 1;
  if :: _pid < 2 -> h[_pid] = 1 :: else fi;
end: false
}
