//! about = "An assertion that held a few times fails inside an atomic that never ends"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 8
//! group = "1"

byte b;

active proctype endless() {
  do
  :: b < 3 -> b++
  :: b == 3 -> atomic { do :: assert(b < 9); if :: b < 9 -> b++ :: else fi od }
  od
}
