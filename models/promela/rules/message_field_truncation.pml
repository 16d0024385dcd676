//! about = "A value sent is cut to the width of the channel's field"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"
//! orbits = 6

chan box = [3] of { bit, byte, short }
int b, y, s

init {
  box!3, 258, 65537;
  box?b, y, s;
  assert(b == 1);
  assert(y == 2);
  assert(s == 1)
}
