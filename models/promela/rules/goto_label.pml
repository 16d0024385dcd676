//! about = "goto moves control and takes no step of its own"
//! [[run]]
//! verdict = "holds"
//! states = 5
//! group = "1"
//! orbits = 4

byte x = 0

init {
  goto middle;
start:
  x = x + 10;
  goto done;
middle:
  x = x + 1;
  goto start;
done:
  assert(x == 11)
}
