//! about = "unsigned x : 3 holds three bits"
//! [[run]]
//! verdict = "holds"
//! states = 10
//! group = "1"
//! orbits = 9

unsigned x : 3 = 5
unsigned y : 5

init {
  x = 9;
  assert(x == 1);
  y = 31;
  assert(y == 31);
  y++;
  assert(y == 0);
  x = 0 - 1;
  assert(x == 7)
}
