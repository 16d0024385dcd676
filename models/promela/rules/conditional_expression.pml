//! about = "(c -> a : b) chooses a value"
//! [[run]]
//! verdict = "holds"
//! states = 6
//! group = "1"
//! orbits = 5

byte x = 3
byte y

init {
  y = (x > 2 -> 10 : 20);
  assert(y == 10);
  y = (x > 5 -> 10 : (x == 3 -> 30 : 40));
  assert(y == 30)
}
