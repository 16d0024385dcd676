//! about = "Peterson with the assignments exchanged: exclusion fails, and so does what is said about entering"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", exclusion = "violated", alternates = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", exclusion = "violated", alternates = "holds" }

bool wants[2]
byte turn
byte inside

active [2] proctype user() {
  do
  :: turn = 1 - _pid;
     wants[_pid] = true;
     (!wants[1 - _pid] || turn == _pid) ->
     inside++;
     inside--;
     wants[_pid] = false
  od
}

ltl exclusion { [] (inside <= 1) }
ltl alternates { []<> (turn == 0) && []<> (turn == 1) }
