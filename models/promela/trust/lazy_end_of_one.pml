//! about = "Only one of several alike processes gets to an end label"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 27, O1 = 27, O2 = 8 }
//! group = "2"
//! orbits = { O0 = 18, O1 = 18, O2 = 6 }
//! lazy_without_subsumption = { O0 = 18, O1 = 18, O2 = 6 }
//! lazy = { O0 = 18, O1 = 18, O2 = 6 }

active [3] proctype P() {
  if
  :: _pid == 2 -> skip;
end: false
  :: else -> skip;
end1: false
  fi
}
