//! about = "A choice before all processes exist, one way of which ends in a deadlock"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 5
//! group = "2"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// A choice before all processes exist: the lazy search follows one way to the start and looks at no other.
bit r;
proctype C() { skip }
active proctype P() {
  do
  :: break
  :: run C(); r == 1
  od;
end: false
}
active [2] proctype W() { end: do :: r == 2 od }
