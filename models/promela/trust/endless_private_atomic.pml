//! about = "An endless atomic sequence that nobody sees does not swallow the step that leads to it"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
byte g;

active proctype P() {
  bit x;
  g = 1;
  atomic { do :: x = 1 - x od }
}

active proctype Q() {
  end: g == 1 -> assert(false)
}
