//! about = "An assignment never waits: to say that it is enabled, pan evaluates nothing of it, though it asks back"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 15, O1 = 9, O2 = 9 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["BEHIND_ELSE"]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 16
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x;

#ifdef BEHIND_ELSE
active proctype asks() {
  enabled(1) -> x = 1
}

active proctype asks_back() {
  if
  :: x == 2
  :: else -> x = enabled(0)
  fi
}
#else
active proctype asks() {
  x = enabled(1)
}

active proctype asks_back() {
  x = enabled(0);
  x = 2
}
#endif
