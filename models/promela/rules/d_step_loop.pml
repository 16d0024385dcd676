//! about = "A loop inside a d_step runs to its end in one step"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"
//! orbits = 3

byte sum = 0

active proctype adder() {
  byte i;
  d_step {
    i = 1;
    do
    :: i <= 10 -> sum = sum + i; i++
    :: else -> break
    od;
    i = 0
  };
  assert(sum == 55)
}
