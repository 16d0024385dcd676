//! about = "Named mtypes are numbered each on its own"
//! [[run]]
//! verdict = "holds"
//! states = 6
//! group = "1"
//! orbits = 5

mtype:colour = { red, green }
mtype:size = { small, medium, large }
mtype:colour c = green
mtype:size s = small

init {
  assert(red == 2 && green == 1 && small == 3 && large == 1);
  assert(c == 1 && s == 3);
  c = red;
  assert(c == red)
}
