//! about = "A message may be a whole structure"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"
//! orbits = 6

typedef point { byte x; byte y }
chan box = [1] of { byte, point }
point p, q

init {
  byte kind;
  p.x = 3;
  p.y = 4;
  box!1, p;
  box?kind, q;
  assert(kind == 1 && q.x == 3 && q.y == 4)
}
