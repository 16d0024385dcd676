//! about = "The model of tlaplus issue #644: a value is broadcast and each process delivers it; fairness to each holds up under symmetry, where TLC shows a run that is none"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", all_deliver = "violated", one_value = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", all_deliver = "holds", one_value = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", all_deliver = "holds", one_value = "holds" }

#define N 3
#define NOTHING 255

byte message = NOTHING;
byte delivered[N] = NOTHING;

active [N] proctype receiver() {
  message != NOTHING -> delivered[_pid] = message
}

active proctype sender() {
  if
  :: message = 0
  :: message = 1
  fi
}

/* The others may stand still for as long as they like. */
active proctype environment() {
  bool tick;
  do
  :: tick = !tick
  od
}

#define some (delivered[0] != NOTHING || delivered[1] != NOTHING || delivered[2] != NOTHING)
#define every (delivered[0] != NOTHING && delivered[1] != NOTHING && delivered[2] != NOTHING)
ltl all_deliver { [] (some -> <> every) }
ltl one_value { [] (every -> (delivered[0] == delivered[1] && delivered[1] == delivered[2])) }
