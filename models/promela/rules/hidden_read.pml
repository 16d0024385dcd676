//! about = "What a hidden variable is left at does not distinguish states; within a step it can be used as any other"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 5, O1 = 5, O2 = 1 }
//! group = { O0 = "1", O1 = "1", O2 = "2" }

hidden byte chosen
byte x = 0

active proctype stepper() {
  do
  :: atomic {
       if
       :: chosen = 1
       :: chosen = 2
       fi;
       x = (x + chosen) % 5
     }
  od
}
