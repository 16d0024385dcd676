//! about = "An assigned value is cut to the width of the variable"
//! [[run]]
//! verdict = "holds"
//! states = 15
//! group = "1"
//! orbits = 14

bit t
byte b
short s
int i

init {
  i = 70000;
  s = i;
  assert(s == 4464);
  b = i;
  assert(b == 112);
  t = i;
  assert(t == 0);
  b = 300;
  assert(b == 44);
  b = 0 - 1;
  assert(b == 255);
  s = 40000;
  assert(s == 0 - 25536)
}
