//! about = "An array of which processes own some elements and nobody owns the first"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 9, O1 = 9, O2 = 8 }
//! group = "1"
//! lazy_without_subsumption = { O0 = 8, O1 = 8, O2 = 7 }
//! lazy = { O0 = 8, O1 = 8, O2 = 7 }

byte a[4];
bit lock;
proctype P() {
end1: atomic { lock == 0 -> lock = 1 };
  a[_pid] = _pid; if :: a[_pid] == 1 && _pid + 0 == 1 -> assert(false) :: else fi;
end: false
}
init { atomic {  run P(); run P() } }
