//! about = "Clients that are all alike: one of them may be passed over for ever, somebody is always served"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", served_again = "violated", somebody_is_served = "holds", frees = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", served_again = "violated", somebody_is_served = "holds", frees = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", served_again = "holds", somebody_is_served = "holds", frees = "holds" }

#define N 4

bool busy

active [N] proctype client() {
  do
  :: atomic { !busy -> busy = true };
served:
     busy = false
  od
}

ltl served_again { []<> (client[0]@served) }
ltl somebody_is_served { []<> (client[0]@served || client[1]@served || client[2]@served || client[3]@served) }
ltl frees { [] (busy -> <> !busy) }
