//! about = "Every run ends with an index out of range, and its beginning violates formulas however it would go on"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "runtime"
//! properties = { safety = "violated", at_the_start = "violated", later = "violated", open = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "runtime"
//! properties = { safety = "violated", at_the_start = "violated", later = "violated", open = "holds" }

byte a[2];
byte i = 5;
byte x;

active proctype P() {
  x = 2;
  a[i] = 1
}

ltl at_the_start { (x == 3) V (x == 1) }
ltl later { [] ((x == 0) -> [] (x != 2)) }
ltl open { <> (x == 3) }
