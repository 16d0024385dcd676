//! about = "An index outside the array is an error"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 2
//! group = "1"

byte a[3]
byte i = 2

active proctype walker() {
  i++;
  a[i] = 1
}
