//! about = "Arguments are values, cut to the parameter's width; channels are passed by name"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 43, O1 = 43, O2 = 31 }
//! group = "2"
//! orbits = { O0 = 23, O1 = 23, O2 = 17 }

chan back = [2] of { byte }

proctype child(byte a; bit b; chan out) {
  a = a + b;
  out!a
}

init {
  byte x = 3;
  byte y;
  atomic { run child(x, 1, back); run child(257, 3, back) };
  back?y;
  assert(x == 3 && (y == 4 || y == 2))
}
