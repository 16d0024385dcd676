//! about = "for over a range includes both ends"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 17, O1 = 17 }

byte i
byte sum = 0

init {
  for (i : 1 .. 4) {
    sum = sum + i
  };
  assert(sum == 10 && i == 5)
}
