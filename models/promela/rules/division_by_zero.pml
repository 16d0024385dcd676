//! about = "Division by zero is an error"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 1
//! group = "1"

byte x = 0
byte y = 1

active proctype divider() {
  y = 6 / x
}
