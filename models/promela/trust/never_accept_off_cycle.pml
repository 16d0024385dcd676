//! about = "Accept labels of claims that no run can pass for ever: the claims are checked exactly"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", reaches_three = "holds", reaches_two = "violated" }
//! states = { O0 = 13, O1 = 13, O2 = 12 }
//! group = "1"
//! orbits = { O0 = 12, O1 = 12, O2 = 11 }
//! undecided_by = ["lazy", "lazy-without-subsumption"]

byte x = 0

active proctype count() {
  x = 1;
  x = 2
}

never reaches_three {
wait:
  if
  :: x == 3 -> goto accept_all
  :: true -> goto wait
  fi;
accept_all:
  skip
}

never reaches_two {
wait:
  if
  :: x == 2 -> goto accept_all
  :: true -> goto wait
  fi;
accept_all:
  skip
}
