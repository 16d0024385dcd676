//! about = "Two processes that ask whether the other can move: there is no answer, and pan's stack overflows"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 1
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["CHAIN"]
//! verdict = "holds"
//! states = 15
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x;

active proctype first() {
end:
  enabled(1)
}

active proctype second() {
#ifdef CHAIN
end:
  x == 1 || enabled(2)
#else
  enabled(0)
#endif
}

#ifdef CHAIN
active proctype third() {
end:
  x == 0
}
#endif
