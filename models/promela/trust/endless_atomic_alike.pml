//! about = "Alike processes, of which the second to come never leaves its atomic"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 20, O1 = 20, O2 = 8 }
//! group = "6"
//! orbits = { O0 = 7, O1 = 7, O2 = 4 }

byte b;

active [3] proctype endless() {
  b++;
  do
  :: atomic { b == 2 -> do :: b == 2 -> assert(b != 2) :: b == 3 -> break od }
  :: b == 1 -> skip
  :: b == 5 -> break
  od
}
