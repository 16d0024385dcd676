//! about = "A never claim that cannot move ends the run: for the claim, what comes later is not looked at"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "assertion"
//! properties = { safety = "violated", never_0 = "holds" }
//! states = 7
//! group = "1"
//! orbits = 6
//! [[run]]
//! claim = "ignored"
//! verdict = "violated"
//! violation = "assertion"
//! states = 5
//! group = "1"
//! orbits = 4

byte x = 0

init {
  x = 1;
  x = 2;
  assert(x != 2)
}

never {
watch:
  do
  :: x == 0
  od
}
