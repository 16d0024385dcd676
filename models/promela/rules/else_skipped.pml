//! about = "else is not executable while another option is"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"
//! orbits = 3

byte x = 0

active proctype chooser() {
  if
  :: x == 0 -> x = 1
  :: else -> assert(false)
  fi
}
