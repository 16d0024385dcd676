//! about = "Bit operators and shifts"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 5, O1 = 5, O2 = 3 }
//! group = "1"
//! orbits = { O0 = 4, O1 = 4, O2 = 2 }

byte x = 12

init {
  assert((x & 10) == 8 && (x | 3) == 15 && (x ^ 5) == 9);
  assert((x << 2) == 48 && (x >> 2) == 3);
  assert((~x & 255) == 243)
}
