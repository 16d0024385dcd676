//! about = "A never claim that counts to three in a variable that nobody else uses"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", too_often = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", too_often = "violated" }

bit b
byte seen

active proctype flip() {
  do
  :: b = 1; b = 0
  od
}

never too_often {
  do
  :: b == 1 && seen < 3 -> seen++
  :: b == 1 && seen == 3 -> break
  :: b == 0
  od
}
