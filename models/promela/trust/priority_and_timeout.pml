//! about = "A process of higher priority that waits for a timeout goes first once that is true"
//! [[run]]
//! verdict = "holds"
//! states = 6
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

active proctype P0() {
  timeout
}

active proctype P1() priority 3 {
  timeout ->
  (_last == 0)
}
