//! about = "A variable that is dead where its process starts gives another one its first value"
//! [[run]]
//! verdict = "holds"
active proctype P() {
  byte x = 5;
  byte y = x;
  assert(y == 5);
  x = 1;
  assert(x == 1)
}
