//! about = "A run beyond 255 processes is an error"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"

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
