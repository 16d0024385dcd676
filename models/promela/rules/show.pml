//! about = "show marks a variable for display and changes nothing"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 4, O1 = 4 }

show byte x = 2

init {
  show byte y = 3;
  x = x + y;
  assert(x == 5)
}
