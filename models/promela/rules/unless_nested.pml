//! about = "The outer escape wins over the inner one"
//! [[run]]
//! verdict = "holds"
//! states = 5
//! group = "1"
//! orbits = 4
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x = 0
bool a = true

active proctype worker() {
  {
    { x = 1; x = 2 } unless { a -> x = 3 }
  } unless { a -> x = 4 };
  assert(x == 4)
}
