//! about = "another process sees every value of a local variable: statements are not merged beside remote references"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 31, O1 = 31, O2 = 25 }
//! group = "1"

active [2] proctype holder() {
  byte mine = 0;
  mine = _pid + 5;
  mine = 7
}

active proctype asking() {
  holder[1]:mine == 6;
  assert(0)
}
