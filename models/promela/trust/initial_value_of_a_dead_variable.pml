//! about = "A variable that is dead where its process starts gives another one its first value"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 5, O1 = 3, O2 = 3 }
//! group = "1"
//! orbits = { O0 = 4, O1 = 2, O2 = 2 }
active proctype P() {
  byte x = 5;
  byte y = x;
  assert(y == 5);
  x = 1;
  assert(x == 1)
}
