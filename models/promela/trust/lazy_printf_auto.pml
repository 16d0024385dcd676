//! about = "An argument of printf that is outside its array, where lazy reduction is chosen"
//! [[run]]
//! methods = ["auto", "lazy"]
//! verdict = "violated"
//! violation = "runtime"
//! states = 209953
//! group = "1"
//! not_exact = { O1 = ["auto"] }
//! lazy = 4461

// Lazy: an argument of printf that is outside its array is not looked at; auto takes lazy here.
byte a[9]; bit lock; byte count;
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
  printf("%d", a[t + 9]);
end: false
}
proctype Clock() {
  do :: atomic { count < 14 -> count++ } :: else -> break od;
end: false
}
init { atomic { run P(); run P(); run P(); run P(); run P(); run P(); run P(); run P(); run Clock() } }
