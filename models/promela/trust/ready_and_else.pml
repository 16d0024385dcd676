//! about = "An else beside a rendezvous send tells whether the receiver has finished a private statement"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
chan c = [0] of { byte };
byte g;

active proctype P() {
  byte x, y;
  g = 1;
  x = y + 5;
  c?y;
  assert(x == 5)
}

active proctype Q() {
  g == 1;
  if
  :: c!1
  :: else -> assert(false)
  fi
}
