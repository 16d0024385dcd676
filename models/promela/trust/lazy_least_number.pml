//! about = "A variable that names a process also holds the least numbers there are"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 13, O1 = 13, O2 = 10 }
//! group = "1"
//! lazy_without_subsumption = { O0 = 9, O1 = 9, O2 = 7 }
//! lazy = { O0 = 9, O1 = 9, O2 = 7 }

int x; bit lock;
active [3] proctype P() {
end1: atomic { lock == 0 -> lock = 1; x = _pid };
  x = -2147483647;
  if :: x == -2147483647 -> assert(false) :: else fi;
end: false
}
