//! about = "An index outside an array that nothing reads is still an error"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
byte a[3], g;

active proctype P() {
  byte b[2], i;
  do
  :: i < 2 -> b[i] = g; a[i] = i; i++
  :: else -> break
  od;
  b[i] = 1
}
