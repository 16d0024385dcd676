//! about = "A process that stands still has an array with an element for each of two that are exchanged: what they say must be read in one order"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 521, O1 = 85, O2 = 85 }
//! group = { O0 = "1", O1 = "2", O2 = "2" }
//! orbits = { O1 = 61, O2 = 61 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

typedef slot {
  byte y
}

proctype P() {
  slot mine[4];
  do
  :: mine[_pid].y = 100;
     mine[_pid].y;
     mine[1].y = 200;
     mine[3].y = 200
  od
}

init {
  run P();
  run P();
  run P()
}
