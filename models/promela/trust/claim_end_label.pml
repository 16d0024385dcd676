//! about = "A never claim is completed at an end label too, also where it begins"
//! [[run]]
//! claim = "checked"
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", begins = "violated", comes_to = "violated", blocks = "holds" }
//! states = { O0 = 10, O1 = 10, O2 = 9 }
//! group = "1"
//! orbits = { O0 = 9, O1 = 9, O2 = 8 }
//! undecided_by = ["lazy", "lazy-without-subsumption"]

byte x = 0

active proctype count() {
  x = 1;
  x = 2
}

never begins {
end_here:
  x == 5
}

never comes_to {
  do
  :: x == 2 -> break
  :: else
  od;
end_here:
  x == 5
}

never blocks {
  x == 5;
end_here:
  x == 5
}
