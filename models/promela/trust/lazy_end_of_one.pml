//! about = "Only one of several alike processes gets to an end label"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 27 }

active [3] proctype P() {
  if
  :: _pid == 2 -> skip;
end: false
  :: else -> skip;
end1: false
  fi
}
