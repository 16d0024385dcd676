//! about = "A never claim that cannot move ends the run: for the claim, what comes later is not looked at"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "assertion"
//! properties = { safety = "violated", never_0 = "holds" }
//! [[run]]
//! claim = "ignored"
//! verdict = "violated"
//! violation = "assertion"

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
