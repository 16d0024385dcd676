//! about = "An index outside its array before a constant that decides, where lazy reduction is chosen"
//! [[run]]
//! methods = ["auto", "lazy"]
//! verdict = "violated"
//! violation = "runtime"
//! states = { O0 = 301807, O1 = 301807, O2 = 170587 }
//! group = "1"
//! lazy = { O0 = 12619, O1 = 12619, O2 = 8527 }

// A[_pid] outside its array, before a constant that decides: folded away, and lazy runs the folded code; auto takes lazy here.
byte a[8]; bit lock; byte count;
proctype P() {
  byte t;
end0: do
  :: atomic { lock == 0 && count == 14 -> lock = 1 }; break
  :: atomic { t == 0 -> t = 1 }
  :: atomic { t == 1 -> t = 2 }
  :: atomic { t == 2 && _pid % 2 -> t = 0 }
  :: atomic { t == 1 && _pid % 3 -> t = 0 }
  :: atomic { t == 2 && _pid > 4 -> t = 1 }
  :: atomic { t == 0 && (_pid / 2) % 2 -> t = 2 }
  :: atomic { t == 0 -> skip; skip; skip; skip; skip; skip; skip; skip; skip; skip; skip; skip; skip; skip }
  od;
  if :: a[_pid] == 1 && _pid < 8 -> skip :: else fi;
end: false
}
proctype Clock() {
  do :: atomic { count < 14 -> count++ } :: else -> break od;
end: false
}
init { atomic { run P(); run P(); run P(); run P(); run P(); run P(); run P(); run P(); run Clock() } }
