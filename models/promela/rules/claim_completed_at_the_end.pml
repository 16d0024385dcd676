//! about = "A never claim still moves when the system has ended"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "claim"

byte x = 0

init {
  x = 1;
  x = 2
}

never {
watch:
  do
  :: x == 2 -> break
  :: else
  od
}
