//! about = "show marks a variable for display and changes nothing"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"
//! orbits = 3

show byte x = 2

init {
  show byte y = 3;
  x = x + y;
  assert(x == 5)
}
