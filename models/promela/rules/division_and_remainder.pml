//! about = "Division cuts towards zero, the remainder has the sign of the dividend"
//! [[run]]
//! verdict = "holds"
//! states = 5
//! group = "1"
//! orbits = 4

int a = 7
int b = 2
int m = 0

init {
  m = 0 - a;
  assert(a / b == 3 && a % b == 1);
  assert(m / b == 0 - 3 && m % b == 0 - 1)
}
