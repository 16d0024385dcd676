//! about = "A process that waits at an end label may wait for ever"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 7, O1 = 7, O2 = 5 }
//! group = "1"
//! orbits = { O0 = 4, O1 = 4, O2 = 3 }

chan box = [1] of { byte }

active proctype server() {
  byte x;
end_idle:
  do
  :: box?x -> assert(x == 1)
  od
}

active proctype client() { box!1 }
