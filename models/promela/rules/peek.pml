//! about = "?<..> copies the head message and leaves it in the channel"
//! [[run]]
//! verdict = "holds"
//! states = 10
//! group = "1"
//! orbits = 9

chan box = [2] of { byte }
byte x

init {
  box!4;
  box!5;
  box?<x>;
  assert(x == 4 && len(box) == 2);
  box??<5>;
  assert(len(box) == 2);
  box?x;
  assert(x == 4 && len(box) == 1)
}
