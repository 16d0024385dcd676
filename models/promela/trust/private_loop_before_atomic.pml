//! about = "Private statements that go round through an atomic sequence do not keep control for ever"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
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
