//! about = "Clients and a server with rendezvous: a request is granted if nobody is passed over for ever"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", granted = "violated", one_at_a_time = "violated", asks = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", granted = "holds", one_at_a_time = "holds", asks = "violated" }

#define N 3

chan request = [0] of { byte }
chan grant[N] = [0] of { bit }
bool asked[N]

active [N] proctype client() {
  do
  :: request!_pid; asked[_pid] = true;
     grant[_pid]?_; asked[_pid] = false
  od
}

active proctype server() {
  byte who;
  do
  :: request?who; grant[who]!1
  od
}

ltl granted { [] (asked[0] -> <> !asked[0]) }
ltl one_at_a_time { [] (asked[0] -> !asked[1] || <> !asked[0]) }
ltl asks { []<> asked[0] }
