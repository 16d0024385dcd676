//! about = "Leader election in a ring: a leader is elected, and only one"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", elected = "holds", only_one = "holds", for_ever = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", elected = "holds", only_one = "holds", for_ever = "holds" }

#define N 3

chan ring[N] = [N] of { byte }
byte leaders

active [N] proctype node() {
  byte got;
  ring[(_pid + 1) % N]!_pid;
end:
  do
  :: ring[_pid]?got ->
     if
     :: got > _pid -> ring[(_pid + 1) % N]!got
     :: got == _pid -> leaders++
     :: else
     fi
  od
}

ltl elected { <> (leaders == 1) }
ltl only_one { [] (leaders <= 1) }
ltl for_ever { <>[] (leaders == 1) }
