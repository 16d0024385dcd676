//! about = "Each element of an array of channels is a channel of its own"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"
//! orbits = 6

chan slot[3] = [1] of { byte }
byte x

init {
  slot[0]!10;
  slot[2]!12;
  assert(len(slot[0]) == 1 && empty(slot[1]) && full(slot[2]));
  slot[2]?x;
  assert(x == 12)
}
