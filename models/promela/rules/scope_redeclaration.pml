//! about = "A block may not declare a name that the enclosing block has, as in SPIN"
//! [[run]]
//! verdict = "refused"

init {
  byte y = 5;
  {
    byte y = 6;
    assert(y == 6)
  };
  assert(y == 5)
}
