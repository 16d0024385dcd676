//! about = "A condition of a never claim that cannot be evaluated is an error, not false"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "runtime"
//! [[run]]
//! claim = "ignored"
//! verdict = "holds"

byte table[2]
byte i = 0

init {
  i = 1;
  i = 2;
  i = 0
}

never {
watch:
  do
  :: table[i] == 0
  od
}
