//! about = "for over an array visits every index"
//! [[run]]
//! verdict = "holds"
//! states = 18
//! group = "1"
//! orbits = 17

byte a[4] = 3
byte i
byte sum = 0

init {
  a[2] = 5;
  for (i in a) {
    sum = sum + a[i]
  };
  assert(sum == 14)
}
