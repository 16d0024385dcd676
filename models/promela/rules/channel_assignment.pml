//! about = "Assigning a channel variable makes two names of one channel"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! orbits = 7

chan a = [2] of { byte }
chan b
byte x

init {
  b = a;
  b!1;
  a!2;
  assert(a == b && len(a) == 2 && len(b) == 2);
  a?x;
  assert(x == 1 && len(b) == 1)
}
