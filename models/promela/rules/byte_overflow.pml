//! about = "A byte counts from 255 to 0 and from 0 to 255"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! orbits = 7

byte x = 254

init {
  x++;
  assert(x == 255);
  x++;
  assert(x == 0);
  x--;
  assert(x == 255)
}
