//! about = "An index outside an array that nothing reads is still an error"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = { O0 = 10, O1 = 10, O2 = 6 }
//! group = "1"
byte a[3], g;

active proctype P() {
  byte b[2], i;
  do
  :: i < 2 -> b[i] = g; a[i] = i; i++
  :: else -> break
  od;
  b[i] = 1
}
