//! about = "Two local variables behave alike, and a monitor reads one of them"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 19, O1 = 19, O2 = 16 }
//! group = "1"

proctype P() {
  bit x; bit y;
end: do :: atomic { x == 0 && y == 0 -> x = 1 } :: atomic { x == 0 && y == 0 -> y = 1 } od
}
proctype M() {
end: P[1]:x == 1; assert(false)
}
init { atomic { run P(); run P(); run M() } }
