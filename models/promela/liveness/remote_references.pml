//! about = "Formulas about labels and variables of single processes"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", first_resets = "violated", second_counts = "violated", alike = "violated", bounded = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", first_resets = "holds", second_counts = "holds", alike = "violated", bounded = "holds" }

active [2] proctype user() {
  byte count;
  do
  :: count < 2 ->
up:
     count++
  :: count == 2 ->
reset:
     count = 0
  od
}

ltl first_resets { []<> user[0]@reset }
ltl second_counts { [] (user[1]:count == 2 -> <> (user[1]:count == 0)) }
ltl alike { []<> (user[0]:count == user[1]:count) }
ltl bounded { [] (user[0]:count <= 2 && user[1]:count <= 2) }
