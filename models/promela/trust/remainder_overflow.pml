//! about = "The remainder of the smallest number by -1, in a condition beside one that is false"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 1
//! group = "1"

int i = -2147483648;
int by = -1;
byte z;

active proctype divide() {
  if
  :: z == 0 && i % by == 0 -> z = 1
  :: else -> z = 2
  fi
}
