//! about = "A rendezvous happens as one step: no state lies between the send and the receive"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 8, O1 = 8, O2 = 6 }
//! group = "1"
//! orbits = { O0 = 5, O1 = 5, O2 = 3 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan door = [0] of { byte }
bool sent = false

active proctype giver() {
  door!7;
  sent = true
}

active proctype taker() {
  byte x;
  door?x;
  assert(x == 7)
}
