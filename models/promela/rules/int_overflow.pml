//! about = "Arithmetic is done in 32-bit signed integers"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! orbits = 7

int x = 2147483647
byte b = 200

init {
  assert(b + b == 400);
  b = b + b;
  assert(b == 144);
  x = x + 1;
  assert(x < 0);
  assert(x == 0 - 2147483647 - 1)
}
