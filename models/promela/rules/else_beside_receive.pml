//! about = "else beside a receive is refused, as in SPIN: poll the channel instead"
//! [[run]]
//! verdict = "refused"

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
