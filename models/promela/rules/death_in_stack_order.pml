//! about = "A process that has ended is removed only when all younger ones are gone"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 11, O1 = 11 }

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
