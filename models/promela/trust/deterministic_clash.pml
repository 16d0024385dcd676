//! about = "Two transitions of a D_proctype are possible at once"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"

bit a[3]; bit b[3];
D_proctype P(byte i; byte j) {
end: if :: a[i] == 0 -> b[i] = 1 :: a[j] == 0 -> b[j] = 1 fi;
end1: false
}
init { atomic { run P(1, 2) } end: false }
