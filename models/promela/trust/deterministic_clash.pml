//! about = "Two transitions of a D_proctype are possible at once"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = { O0 = 6, O1 = 5, O2 = 5 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

bit a[3]; bit b[3];
D_proctype P(byte i; byte j) {
end: if :: a[i] == 0 -> b[i] = 1 :: a[j] == 0 -> b[j] = 1 fi;
end1: false
}
init { atomic { run P(1, 2) } end: false }
