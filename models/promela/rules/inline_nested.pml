//! about = "inlines may call inlines, in loops and with labels of their own"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 16, O1 = 16 }

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
