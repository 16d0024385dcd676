//! about = "Bit operators and shifts"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 5, O1 = 5 }

byte x = 12

init {
  assert((x & 10) == 8 && (x | 3) == 15 && (x ^ 5) == 9);
  assert((x << 2) == 48 && (x >> 2) == 3);
  assert((~x & 255) == 243)
}
