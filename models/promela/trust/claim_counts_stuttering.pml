//! about = "When the system can do nothing the claim goes on with the system standing still"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "deadlock"
//! properties = { safety = "violated", five_more = "violated", passes = "holds" }
//! states = 6
//! group = "1"

byte x = 0

active proctype stop() {
  x = 1;
  false
}

never five_more {
  do
  :: x == 1 -> break
  :: else
  od;
  x == 1; x == 1; x == 1; x == 1; x == 1
}

never passes {
  do
  :: x == 1 -> break
  :: else
  od;
  x == 1; x == 1; x == 0
}
