//! about = "select can choose the last value of the range"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 13
//! group = "6"
//! orbits = 5
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

byte i

init {
  select (i : 2 .. 5);
  assert(i != 5)
}
