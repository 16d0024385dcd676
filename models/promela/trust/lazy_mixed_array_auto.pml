//! about = "An array of which nobody owns the first element, where lazy reduction is chosen"
//! [[run]]
//! methods = ["auto", "lazy"]
//! verdict = "violated"
//! violation = "assertion"
//! group = "12"
//! not_exact = ["auto"]
//! lazy = { O0 = 4339, O1 = 4339, O2 = 1675 }

// Lazy: a[0], which no P owns, makes a[_pid] = _pid pass for symmetric; auto takes lazy here.
byte a[9]; bit lock; byte count;
proctype P() {
  byte t;
end0: do
  :: atomic { lock == 0 && count == 8 -> lock = 1 }; break
  :: atomic { t == 0 -> t = 1 }
  :: atomic { t == 1 -> t = 2 }
  :: atomic { t == 2 && _pid % 2 -> t = 0 }
  :: atomic { t == 2 && _pid > 4 -> t = 0 }
  :: atomic { t == 2 && (_pid / 2) % 2 -> t = 0 }
  :: atomic { t == 0 -> skip; skip; skip; skip; skip; skip; skip; skip }
  od;
  a[_pid] = _pid;
  if :: a[_pid] == 1 -> assert(false) :: else fi;
end: false
}
proctype Clock() {
  do :: atomic { count < 8 -> count++ } :: else -> break od;
end: false
}
init { atomic { run P(); run P(); run P(); run P(); run P(); run P(); run P(); run P(); run Clock() } }
