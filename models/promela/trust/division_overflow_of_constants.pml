//! about = "Folding keeps the fault of a division whose operands are constants; alike processes keep it, too"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 1
//! group = "6"

byte z[3];

active [3] proctype divide() {
  int i = -2147483648;
  z[_pid] = i / (0 - 1)
}
