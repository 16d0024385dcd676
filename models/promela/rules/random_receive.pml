//! about = "?? takes the first message that matches, wherever it stands"
//! [[run]]
//! verdict = "holds"
//! states = 11
//! group = "1"
//! orbits = 10

chan box = [3] of { byte, byte }
byte x

init {
  box!1, 10;
  box!2, 20;
  box!2, 21;
  box??2, x;
  assert(x == 20 && len(box) == 2);
  box?1, x;
  assert(x == 10);
  box?2, x;
  assert(x == 21)
}
