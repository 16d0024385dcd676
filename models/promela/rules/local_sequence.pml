//! about = "Local statements in a row, which static reduction merges into one step"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 57, O1 = 21 }

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
