//! about = "An else beside a rendezvous send tells whether the receiver has finished a private statement"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 16, O1 = 16, O2 = 12 }
//! group = "1"
//! orbits = { O0 = 11, O1 = 11, O2 = 8 }
//! refused_by = ["lazy", "lazy-without-subsumption"]
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
