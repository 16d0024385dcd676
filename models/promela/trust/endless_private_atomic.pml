//! about = "An endless atomic sequence that nobody sees does not swallow the step that leads to it"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 5, O1 = 5, O2 = 4 }
//! group = "1"
//! orbits = { O0 = 4, O1 = 4, O2 = 3 }
byte g;

active proctype P() {
  bit x;
  g = 1;
  atomic { do :: x = 1 - x od }
}

active proctype Q() {
  end: g == 1 -> assert(false)
}
