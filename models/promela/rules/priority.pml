//! about = "Of the processes that can move, only those of the highest priority do"
//! [[run]]
//! verdict = "holds"
//! states = 10
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte order = 0

active proctype slow() priority 1 {
  assert(order == 2);
  order++
}

active proctype fast() priority 3 {
  assert(order == 0);
  order++
}

active proctype middling() priority 2 {
  assert(order == 1);
  order++
}
