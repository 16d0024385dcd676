//! about = "A hidden variable that is read keeps its value from step to step, yet states that differ in it alone are one"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 9, O1 = 9 }

// Whichever option is taken, the state after it is the same, so the second and third are never continued.

hidden byte wanted
byte x = 0

active proctype seeker() {
  if
  :: wanted = 3
  :: wanted = 2
  :: wanted = 1
  fi;
  do
  :: x < wanted -> x++
  :: else -> break
  od;
end:
  false
}
