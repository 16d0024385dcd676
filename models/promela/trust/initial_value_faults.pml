//! about = "The initial value of a local variable cannot be computed"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"

byte x;

active proctype divide() {
  byte y = 10 / x;
  y = y
}
