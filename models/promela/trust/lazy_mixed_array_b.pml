//! about = "An array of process numbers of which nobody owns the first element"
//! [[run]]
//! verdict = "violated"
//! states = { O0 = 12 }

byte a[4];
bit lock;
proctype P() {
end1: atomic { lock == 0 -> lock = 1 };
  a[_pid] = _pid; if :: _pid == 1 -> assert(false) :: else fi;
end: false
}
init { atomic {  run P(); run P(); run P() } }
