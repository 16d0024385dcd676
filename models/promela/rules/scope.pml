//! about = "Blocks side by side have their own variables of one name"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 9, O1 = 4, O2 = 3 }
//! group = "1"
//! orbits = { O0 = 8, O1 = 3, O2 = 2 }

init {
  byte x = 3;
  { byte z = 7; assert(z == 7 && x == 3); z = 1 }
  { byte z = 8; assert(z == 8) }
  x = 9;
  assert(x == 9)
}
