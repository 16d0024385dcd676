//! about = "The write-only variable _ accepts any value and stores none"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! orbits = 7

chan box = [2] of { byte, byte }
byte x = 0

init {
  box!1, 10;
  box?_, x;
  assert(x == 10);
  box!3, 30;
  box?x, _;
  assert(x == 3)
}
