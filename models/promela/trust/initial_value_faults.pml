//! about = "The initial value of a local variable cannot be computed"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 0
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x;

active proctype divide() {
  byte y = 10 / x;
  y = y
}
