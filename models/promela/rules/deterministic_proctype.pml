//! about = "D_proctype promises at most one executable option; it behaves as a proctype"
//! [[run]]
//! verdict = "holds"
//! states = 12
//! group = "1"
//! orbits = 10
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x = 0

D_proctype counter() {
  do
  :: x < 3 -> x++
  :: x >= 3 -> break
  od;
  assert(x == 3)
}

init { run counter() }
