//! about = "The initialiser of a variable declared in a loop takes effect every time it is passed"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 18, O1 = 12, O2 = 9 }
//! group = "1"
//! orbits = { O0 = 17, O1 = 11, O2 = 8 }

byte rounds = 0

init {
  do
  :: rounds < 3 ->
     byte x = 4;
     assert(x == 4);
     x = 9;
     rounds++
  :: else -> break
  od
}
