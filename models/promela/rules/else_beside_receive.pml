//! about = "else beside a receive: SPIN calls it dubious and accepts it; else is taken when the queue is empty"
//! [[run]]
//! verdict = "holds"
//! states = 18
//! group = "1"
//! orbits = 10

chan box = [1] of { byte }
byte got = 0

active proctype reader() {
  if
  :: box?got
  :: else -> got = 9
  fi;
  assert(got == 3 || got == 9)
}

active proctype writer() { box!3 }
