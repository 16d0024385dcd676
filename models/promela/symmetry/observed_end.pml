//! about = "Alike processes that wait for another to end, which they can see"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 3519, O1 = 1670, O2 = 581 }
//! group = "6"
//! orbits = { O0 = 692, O1 = 342, O2 = 131 }

// The helper is the youngest process and is removed when it ends; the workers see that by the number of processes. They
// are alike before and after.

byte inside;

active [3] proctype worker() {
  byte rounds;
  _nr_pr == 3;
end:
  do
  :: rounds < 3 -> rounds++;
     atomic { inside == 0 -> inside++ };
     assert(inside == 1);
     inside--
  od
}

active proctype helper() {
  byte i;
  do
  :: i < 4 -> i++
  :: i == 4 -> break
  od
}
