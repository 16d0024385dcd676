//! about = "Peterson for two: a process that wants to enter does so under weak fairness, and not without"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", exclusion = "holds", first_enters = "violated", both_enter = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", exclusion = "holds", first_enters = "holds", both_enter = "holds" }

bool wants[2]
byte turn
byte inside

active [2] proctype user() {
  do
  :: wants[_pid] = true;
     turn = 1 - _pid;
     (!wants[1 - _pid] || turn == _pid) ->
critical:
     inside++;
     inside--;
     wants[_pid] = false
  od
}

ltl exclusion { [] (inside <= 1) }
ltl first_enters { [] (wants[0] -> <> user[0]@critical) }
ltl both_enter { [] (wants[0] && wants[1] -> <> (inside == 1)) }
