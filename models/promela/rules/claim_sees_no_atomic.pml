//! about = "A never claim does not see the states inside an atomic"
//! [[run]]
//! claim = "checked"
//! verdict = "holds"

byte x = 0
byte y = 0

init {
  atomic { x = 1; x = 2; x = 0 };
  y = 1
}

never {
watch:
  do
  :: x == 1 -> break
  :: else
  od
}
