//! about = "select can choose the last value of the range"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 13, O1 = 13 }

byte i

init {
  select (i : 2 .. 5);
  assert(i != 5)
}
