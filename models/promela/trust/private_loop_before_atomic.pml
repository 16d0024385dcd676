//! about = "Private statements that go round through an atomic sequence do not keep control for ever"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 33, O1 = 33, O2 = 4 }
//! group = "1"
//! orbits = { O0 = 25, O1 = 25, O2 = 3 }
byte g;

active proctype P() {
  byte x, y;
  g = 1;
again:
  x = 1 - x;
  atomic { y = x; x = y };
  if
  :: x = 0
  :: skip
  fi;
  goto again
}

active proctype Q() {
  end: g == 1 -> assert(false)
}
