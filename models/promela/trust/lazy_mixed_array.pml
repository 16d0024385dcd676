//! about = "An array of which processes own some elements and nobody owns the first"
//! [[run]]
//! verdict = "violated"
//! states = { O0 = 9 }

byte a[4];
bit lock;
proctype P() {
end1: atomic { lock == 0 -> lock = 1 };
  a[_pid] = _pid; if :: a[_pid] == 1 && _pid + 0 == 1 -> assert(false) :: else fi;
end: false
}
init { atomic {  run P(); run P() } }
