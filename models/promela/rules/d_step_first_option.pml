//! about = "A choice inside d_step always takes the first executable option"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"
//! orbits = 3

byte x = 0

active proctype chooser() {
  d_step {
    x = 3;
    if
    :: x > 5 -> x = 7
    :: x > 1 -> x = 1
    :: x > 2 -> x = 2
    fi
  };
  assert(x == 1)
}
