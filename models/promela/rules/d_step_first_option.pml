//! about = "A choice inside d_step always takes the first executable option"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 4, O1 = 4 }

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
