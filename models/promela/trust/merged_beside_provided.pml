//! about = "a step takes the next one away from its own process: statements are not merged beside a `provided` clause"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 3
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]
bool taken = false;

proctype contender() provided (!taken) {
  atomic { taken = true };
  assert(0)
}

init { run contender() }
