//! about = "xr and xs assert that one process only receives or sends"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 11, O1 = 8, O2 = 8 }
//! group = "1"
//! orbits = { O0 = 9, O1 = 6, O2 = 6 }

chan box = [2] of { byte }

active proctype writer() {
  xs box;
  box!1;
  box!2
}

active proctype reader() {
  xr box;
  byte x;
  box?x;
  assert(x == 1);
  box?x;
  assert(x == 2)
}
