//! about = "A variable that names a process also holds the least numbers there are"
//! [[run]]
//! verdict = "violated"
//! states = { O0 = 13 }

int x; bit lock;
active [3] proctype P() {
end1: atomic { lock == 0 -> lock = 1; x = _pid };
  x = -2147483647;
  if :: x == -2147483647 -> assert(false) :: else fi;
end: false
}
