//! about = "A process that has ended is removed only when all younger ones are gone"
//! [[run]]
//! verdict = "holds"
//! states = 11
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

bool go = false

proctype elder() { skip }

proctype younger() { go }

init {
  atomic { run elder(); run younger() };
  timeout;
  assert(_nr_pr == 3);
  go = true;
  (_nr_pr == 1)
}
