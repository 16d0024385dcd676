//! about = "The smallest number divided by -1: the processor stops, as it does at zero"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 2
//! group = "1"

int i = -2147483647;
byte z;

active proctype divide() {
  i = i - 1;
  i = i / (-1);
  z = 1
}
