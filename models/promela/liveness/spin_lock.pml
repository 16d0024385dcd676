//! about = "A lock that is taken by whoever comes first: a process may starve, weakly fair or not"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", somebody = "holds", free_again = "holds", first = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", somebody = "holds", free_again = "holds", first = "violated" }

bool locked
byte owner = 255

active [3] proctype user() {
  do
  :: atomic { !locked -> locked = true; owner = _pid };
     owner = 255;
     locked = false
  od
}

ltl somebody { []<> locked }
ltl free_again { [] (locked -> <> !locked) }
ltl first { <> (owner == 0) }
