//! about = "-> and ; mean the same"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! orbits = 7

byte x = 1

init {
  x == 1; x = 2 -> x = 3;
  if
  :: x == 3; x = 4
  fi -> assert(x == 4)
}
