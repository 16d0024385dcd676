//! about = "One initialiser sets every element; elements are independent afterwards"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 6, O1 = 6, O2 = 5 }
//! group = "2"
//! orbits = { O0 = 5, O1 = 5, O2 = 4 }

byte a[3] = 7
byte b[3] = { 1, 2, 3 }

init {
  assert(a[0] == 7 && a[2] == 7);
  assert(b[0] == 1 && b[1] == 2 && b[2] == 3);
  a[1] = 8;
  assert(a[0] == 7 && a[1] == 8 && a[2] == 7)
}
