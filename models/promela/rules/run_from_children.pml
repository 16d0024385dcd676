//! about = "Any process can start others"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 744, O1 = 619, O2 = 744 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte leaves = 0

proctype node(byte depth) {
  if
  :: depth == 0 -> leaves++
  :: else -> run node(depth - 1); run node(depth - 1)
  fi
}

init {
  run node(2);
  (_nr_pr == 1);
  assert(leaves == 4)
}
