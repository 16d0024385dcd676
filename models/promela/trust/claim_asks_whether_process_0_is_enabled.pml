//! about = "enabled(0) in a never claim asks about process 0, though _pid is 0 there"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "claim"
//! states = 10
//! group = "1"
//! orbits = 7
//! undecided_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["NEVER"]
//! claim = "checked"
//! verdict = "holds"
//! states = 6
//! group = "1"
//! orbits = 5
//! undecided_by = ["lazy", "lazy-without-subsumption"]

bit x;
active proctype A() {
#ifdef NEVER
end: x == 2
#else
  x == 1
#endif
}
active proctype B() { x = 1 }
never { do :: enabled(0) -> break :: else od }
