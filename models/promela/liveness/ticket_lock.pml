//! about = "A lock with tickets: nobody starves under weak fairness"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", exclusion = "holds", served = "holds", somebody = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", exclusion = "holds", served = "holds", somebody = "holds" }

#define N 3

byte next
byte serving
byte inside
bool waits[N]

active [N] proctype user() {
  byte ticket;
  do
  :: d_step { ticket = next; next = (next + 1) % (N + 1); waits[_pid] = true };
     serving == ticket -> waits[_pid] = false;
     inside++;
     inside--;
     d_step { serving = (serving + 1) % (N + 1); ticket = 0 }
  od
}

ltl exclusion { [] (inside <= 1) }
ltl served { [] (waits[0] -> <> !waits[0]) }
ltl somebody { []<> (inside > 0) }
