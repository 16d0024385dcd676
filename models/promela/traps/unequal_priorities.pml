//! about = "Processes of one type run at different priorities"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 19, O1 = 19, O2 = 18 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Process 2 has the higher priority, so it goes first and ends its turn before anybody else has begun. With
// the three merged, the first to begin would be 1 or 3, and process 2 would always begin before it ends.

byte begun = 0

proctype contender() {
  byte mine = 0;

  atomic { begun++; mine = begun };
  assert(!(mine == 1 && begun == 1));
end_done:
  false
}

init {
  atomic {
    run contender() priority 1;
    run contender() priority 2;
    run contender() priority 1
  }
}
