//! about = "Operators bind as in C"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 7, O1 = 5, O2 = 3 }
//! group = "1"
//! orbits = { O0 = 6, O1 = 4, O2 = 2 }

int x = 2

init {
  assert(1 + 2 * 3 == 7);
  assert((x & 3 == 2) == (x & (3 == 2)));
  assert((1 << 2 + 1) == 8);
  assert(!0 + 1 == 2);
  assert((1 || 0 && 0) == 1)
}
