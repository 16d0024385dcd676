//! about = "A state without successors outside all end labels is an invalid end state"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 1
//! group = "2"

bool a = false
bool b = false

active proctype one() {
  a;
  b = true
}

active proctype two() {
  b;
  a = true
}
