//! about = "A rendezvous is possible only with a receiver whose pattern matches"
//! [[run]]
//! verdict = "holds"
//! states = 5
//! group = "1"
//! orbits = 4
//! refused_by = ["lazy", "lazy-without-subsumption"]

mtype = { left, right }
chan door = [0] of { mtype }
byte took = 0

active proctype giver() { door!right }

active proctype taker_left() {
end:
  door?left;
  assert(false)
}

active proctype taker_right() {
  door?right;
  took++;
  assert(took == 1)
}
