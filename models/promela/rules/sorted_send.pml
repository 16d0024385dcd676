//! about = "!! inserts before the first greater message, field by field"
//! [[run]]
//! verdict = "holds"
//! states = 14
//! group = "1"
//! orbits = 13
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan box = [4] of { byte, byte }
byte x, y

init {
  box!!2, 7;
  box!!1, 9;
  box!!2, 3;
  box!!1, 1;
  box?x, y; assert(x == 1 && y == 1);
  box?x, y; assert(x == 1 && y == 9);
  box?x, y; assert(x == 2 && y == 3);
  box?x, y; assert(x == 2 && y == 7)
}
