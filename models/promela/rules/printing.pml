//! about = "printf and printm have no effect on the state"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 6, O1 = 5, O2 = 3 }
//! group = "1"
//! orbits = { O0 = 5, O1 = 4, O2 = 2 }

mtype = { hello }
byte x = 3

init {
  printf("x is %d, in hexadecimal %x, octal %o, %c and %u\n", x, x, x, x, x);
  printf("%e%%\n", hello);
  printm(hello);
  assert(x == 3)
}
