//! about = "&& and || do not evaluate their right side when the left decides"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"
//! orbits = 3

byte a[2]
byte i = 5

init {
  assert(!(i < 2 && a[i] == 0));
  assert(i >= 2 || a[i] == 0)
}
