//! about = "if with no executable option waits; do repeats until break"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 20, O1 = 20, O2 = 18 }
//! group = "1"
//! orbits = { O0 = 10, O1 = 10, O2 = 9 }

byte x = 0
byte turns = 0

active proctype chooser() {
  if
  :: x == 1 -> skip
  :: x == 2 -> skip
  fi;
  do
  :: turns < 2 -> turns++
  :: turns == 2 -> break
  od;
  assert(turns == 2 && x > 0)
}

active proctype setter() { x = 2 }
