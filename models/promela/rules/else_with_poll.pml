//! about = "else is executable when no other option is; polling a channel is an ordinary condition"
//! [[run]]
//! verdict = "holds"
//! states = 22
//! group = "1"
//! orbits = 12

chan box = [1] of { byte }
byte x = 0

active proctype reader() {
  if
  :: box?[3] -> box?3; x = 1
  :: else -> x = 2
  fi;
  assert(x == 1 || x == 2)
}

active proctype writer() { box!3 }
