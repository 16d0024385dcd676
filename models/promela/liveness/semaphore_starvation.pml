//! about = "Five processes at a semaphore: whoever waits can go in again and again but not all the time, so strong fairness serves everybody and weak fairness does not"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", served = "violated", freed = "holds", somebody = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", served = "violated", freed = "holds", somebody = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", served = "holds", freed = "holds", somebody = "holds" }

#define N 5

byte free = 1;
byte turns;

active [N] proctype client() {
  do
  ::
idle:
     turns = (turns + 1) % 2;
wait:
     atomic { free > 0 -> free-- };
inside:
     free++
  od
}

ltl served { [] (client[0]@wait -> <> client[0]@inside) }
ltl freed { []<> (free > 0) }
ltl somebody { []<> (client[0]@inside || client[1]@inside || client[2]@inside || client[3]@inside || client[4]@inside) }
