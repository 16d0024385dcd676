//! about = "-> and ; mean the same"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 8, O1 = 8 }

byte x = 1

init {
  x == 1; x = 2 -> x = 3;
  if
  :: x == 3; x = 4
  fi -> assert(x == 4)
}
