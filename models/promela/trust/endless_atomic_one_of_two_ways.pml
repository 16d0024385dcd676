//! about = "The fault lies on the way of an atomic that does not end; the other way ends"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 3
//! group = "1"
//! orbits = 2

byte b;

active proctype endless() {
  atomic {
    b = 1;
    do
    :: b == 1 -> break
    :: b == 1 -> b = 2
    :: b == 2 -> assert(b == 1)
    od
  }
}
