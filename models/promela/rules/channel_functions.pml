//! about = "len, empty, full, nempty and nfull, from empty to full and back"
//! [[run]]
//! verdict = "holds"
//! states = 10
//! group = "1"
//! orbits = 9

chan box = [2] of { bit }

init {
  assert(empty(box) && nfull(box) && len(box) == 0);
  box!0;
  assert(nempty(box) && nfull(box) && len(box) == 1);
  box!1;
  assert(nempty(box) && full(box) && len(box) == 2);
  box?0;
  box?1;
  assert(empty(box))
}
