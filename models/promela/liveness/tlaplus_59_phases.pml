//! about = "The test model of tlaplus issue #59: each process goes through three phases, and any may be passed over for ever; TLC misses that under symmetry"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", ready_again = "violated", some_run = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", ready_again = "holds", some_run = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", ready_again = "holds", some_run = "holds" }

#define N 4

mtype = { ready, busy, finished };
mtype phase[N] = ready;

active [N] proctype value() {
  do
  :: phase[_pid] == ready -> phase[_pid] = busy
  :: phase[_pid] == busy -> phase[_pid] = finished
  :: phase[_pid] == finished -> phase[_pid] = ready
  od
}

ltl ready_again { [] (phase[0] == busy -> <> (phase[0] == ready)) }
ltl some_run { <> (phase[0] == busy || phase[1] == busy || phase[2] == busy || phase[3] == busy) }
