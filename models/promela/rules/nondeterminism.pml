//! about = "All executable options are explored"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 35
//! group = "1"
//! orbits = 28
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x = 0

init {
  do
  :: x = x + 1
  :: x = x + 3
  :: x >= 6 -> break
  :: x > 8 -> assert(x < 11); break
  od unless { x > 9 };
  assert(x != 7)
}
