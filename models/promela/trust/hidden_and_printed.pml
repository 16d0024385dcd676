//! about = "Variables that only printf reads are an index and a divisor there"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 7, O1 = 7, O2 = 6 }
//! group = "1"
//! orbits = { O0 = 6, O1 = 6, O2 = 5 }
byte a[3], i = 2, d = 4;
hidden byte h = 1;

active proctype P() {
  byte b[2] = 1, j;
  i = 1;
  j = 1;
  d = 2;
  h = 3;
  printf("%d %d %d %d\n", a[i], b[j], 8 / d, 9 % h)
}
