//! about = "An index outside its array is met on the second turn of an atomic without an end"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 1
//! group = "1"

byte a[2];
byte b;

active proctype endless() {
  atomic { do :: a[b] = 1; b = (b + 1) % 4 od }
}
