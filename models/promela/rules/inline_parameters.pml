//! about = "inline parameters are replaced as text; names in the body are the caller's"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! orbits = 7

byte x = 1
byte y = 2

inline exchange(a, b) {
  byte spare = a;
  a = b;
  b = spare
}

inline add_x(n) { y = y + n * 2 }

init {
  exchange(x, y);
  assert(x == 2 && y == 1);
  add_x(x + 1);
  assert(y == 1 + x + 1 * 2)
}
