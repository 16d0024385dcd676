//! about = "A process of high priority that is blocked lets lower ones run"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

bool go = false
byte order = 0

active proctype low() priority 1 {
  assert(order == 0);
  go = true;
  assert(order == 1)
}

active proctype high() priority 5 {
  go;
  order++
}
