//! about = "for over a range includes both ends"
//! [[run]]
//! verdict = "holds"
//! states = 17
//! group = "1"
//! orbits = 16

byte i
byte sum = 0

init {
  for (i : 1 .. 4) {
    sum = sum + i
  };
  assert(sum == 10 && i == 5)
}
