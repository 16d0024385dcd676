//! about = "A d_step that begins with a choice waits for one of the options that begin with a condition"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 1
//! group = "1"

// The option that begins with an assignment could always be taken, but SPIN leaves it out of the d_step's guard.

byte x = 0

active proctype chooser() {
  d_step {
    if
    :: x = 1
    :: x > 5 -> x = 2
    fi
  };
  assert(x == 1)
}
