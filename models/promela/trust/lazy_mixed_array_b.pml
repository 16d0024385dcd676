//! about = "An array of process numbers of which nobody owns the first element"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 12, O1 = 11, O2 = 8 }
//! group = "2"
//! orbits = { O0 = 9, O1 = 8, O2 = 6 }
//! lazy_without_subsumption = { O0 = 10, O1 = 9, O2 = 6 }
//! lazy = { O0 = 10, O1 = 9, O2 = 6 }

byte a[4];
bit lock;
proctype P() {
end1: atomic { lock == 0 -> lock = 1 };
  a[_pid] = _pid; if :: _pid == 1 -> assert(false) :: else fi;
end: false
}
init { atomic {  run P(); run P(); run P() } }
