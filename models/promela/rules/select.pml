//! about = "select chooses any value of a range"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 17, O1 = 17 }

byte i
byte seen = 0

init {
  select (i : 2 .. 5);
  assert(i >= 2 && i <= 5);
  seen = i
}
