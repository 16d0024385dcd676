//! about = "else is not executable while another option is"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 4, O1 = 4 }

byte x = 0

active proctype chooser() {
  if
  :: x == 0 -> x = 1
  :: else -> assert(false)
  fi
}
