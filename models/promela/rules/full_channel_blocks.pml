//! about = "A send to a full channel waits for a reader"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 36, O1 = 36, O2 = 26 }
//! group = "1"
//! orbits = { O0 = 33, O1 = 33, O2 = 23 }

chan box = [1] of { byte }
byte sent = 0

active proctype writer() {
  box!1; sent++;
  box!2; sent++;
  box!3; sent++
}

active proctype reader() {
  byte x;
  do
  :: box?x ->
     assert(sent + 1 >= x);
     if
     :: x == 3 -> break
     :: else
     fi
  od
}
