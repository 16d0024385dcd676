//! about = "A rendezvous send inside atomic hands control to the receiver, which may then be interrupted"
//! [[run]]
//! verdict = "holds"
//! states = 26
//! group = "1"
//! orbits = 16
//! refused_by = ["lazy", "lazy-without-subsumption"]

// The sender's atomic sequence is interrupted by the rendezvous, so the receiver may see step as 0 or 1.

chan door = [0] of { bit }
byte step = 0

active proctype giver() {
  atomic { door!1; step++ };
  assert(step >= 1)
}

active proctype taker() {
  door?1;
  if
  :: step == 0 -> step = 10
  :: step == 1 -> step = 20
  fi
}
