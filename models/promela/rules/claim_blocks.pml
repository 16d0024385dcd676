//! about = "A never claim that cannot move ends the run: what comes later is not looked at"
//! [[run]]
//! claim = "checked"
//! verdict = "holds"
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
