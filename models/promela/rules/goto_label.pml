//! about = "goto moves control and takes no step of its own"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 5, O1 = 5 }

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
