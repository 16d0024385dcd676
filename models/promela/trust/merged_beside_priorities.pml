//! about = "a process of higher priority interrupts an atomic sequence: statements are not merged there (SPIN's default merges them, a false alarm)"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]
bool go = false;
byte order = 0;

active proctype low() priority 1 {
  atomic {
    go = true;
    assert(order)
  }
}

active proctype high() priority 5 {
  go;
  order++
}
