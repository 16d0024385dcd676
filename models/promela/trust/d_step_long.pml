//! about = "A d_step that counts to two million ends; it is cut, and nothing is said of it"
//! [[run]]
//! verdict = "undecided"
//! states = 1
//! group = "1"
int x;

active proctype P() {
  d_step { do :: x < 2000000 -> x++ :: else -> break od }
}
