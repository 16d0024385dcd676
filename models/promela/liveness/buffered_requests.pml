//! about = "Clients and a server with a queue: the first come is the first served"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", answered = "holds", both = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", answered = "holds", both = "holds" }

#define N 2

chan request = [N] of { byte }
bool waits[N]

active [N] proctype client() {
  do
  :: !waits[_pid] -> atomic { waits[_pid] = true; request!_pid }
  od
}

active proctype server() {
  byte who;
  do
  :: request?who -> waits[who] = false; who = 0
  od
}

ltl answered { [] (waits[0] -> <> !waits[0]) }
ltl both { []<> waits[0] && []<> waits[1] }
