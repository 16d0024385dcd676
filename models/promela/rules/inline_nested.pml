//! about = "inlines may call inlines, in loops and with labels of their own"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 16, O1 = 16, O2 = 10 }
//! group = "1"
//! orbits = { O0 = 15, O1 = 15, O2 = 9 }

byte n = 0

inline bump(k) { n = n + k }
inline twice(k) {
  bump(k);
  bump(k)
}

init {
  byte i = 0;
  do
  :: i < 3 -> twice(i); i++
  :: else -> break
  od;
  assert(n == 6)
}
