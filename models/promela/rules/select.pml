//! about = "select chooses any value of a range"
//! [[run]]
//! verdict = "holds"
//! states = 17
//! group = "24"
//! orbits = 4
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

byte i
byte seen = 0

init {
  select (i : 2 .. 5);
  assert(i >= 2 && i <= 5);
  seen = i
}
