//! about = "An assertion fails inside an atomic that never ends"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 1
//! group = "1"

byte b;

active proctype endless() {
  atomic { do :: assert(b == 1) od }
}
