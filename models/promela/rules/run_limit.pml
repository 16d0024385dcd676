//! about = "A run beyond 255 processes is an error"
//! [[run]]
//! methods = ["none", "auto", "lazy", "lazy-without-subsumption"]
//! verdict = "violated"
//! violation = "runtime"
//! states = 509
//! not_exact = ["auto"]
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte started = 0

proctype sleeper() {
end:
  false
}

init {
  do
  :: run sleeper(); started++
  od
}
