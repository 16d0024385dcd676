//! about = "Operands of a sum end with faults of different kinds"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = { O0 = 6, O1 = 6, O2 = 4 }
//! group = { O0 = "1", O1 = "2", O2 = "1" }

byte a[3]; byte x; byte y = 5; bit lock;
proctype P(bit left) {
end1: atomic { lock == 0 -> lock = 1 };
  if :: left -> x = 1 / x + a[y] :: else -> x = a[y] + 1 / x fi;
end: false
}
init { atomic { run P(0); run P(1) } }
