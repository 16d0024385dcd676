//! about = "Local statements in a row, which static reduction merges into one step"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 57, O1 = 21, O2 = 21 }
//! group = "2"
//! orbits = { O0 = 28, O1 = 10, O2 = 10 }

byte total = 0

active [2] proctype worker() {
  byte a, b;
  a = 1;
  b = a + 1;
  a = b + 1;
  b = a + b;
  total = total + b;
  assert(total % 5 == 0)
}
