//! about = "A remote label asks about a place of the same number where the process is of another type"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 18, O1 = 14, O2 = 14 }
//! group = "1"
byte g;

active proctype A() {
  byte x;
  g = 1;
  x = 1;
  x = x + 1;
  g = x
}

proctype B() {
  byte x;
  skip;
  here: x = 1;
  x = x + 1;
  assert(x == 2)
}

active proctype Q() {
  g == 1;
  assert(!B[0]@here)
}
