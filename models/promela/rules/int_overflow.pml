//! about = "Arithmetic is done in 32-bit signed integers"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 8, O1 = 8 }

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
