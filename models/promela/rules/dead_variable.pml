//! about = "A local variable that is not read again does not distinguish states under static reduction"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 118, O1 = 118, O2 = 16 }
//! group = { O0 = "2", O1 = "2", O2 = "12" }
//! orbits = { O0 = 64, O1 = 64, O2 = 10 }

byte x = 0

active [2] proctype worker() {
  byte scratch = 0;
  if
  :: scratch = 1
  :: scratch = 2
  :: scratch = 3
  fi;
  x = x + scratch;
  x = (x > 0 -> 1 : 0);
end:
  false
}
