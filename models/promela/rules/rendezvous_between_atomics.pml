//! about = "Control moves from the sender's atomic sequence into the receiver's and stays there"
//! [[run]]
//! verdict = "holds"
//! states = 16
//! group = "1"
//! orbits = 9
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan door = [0] of { bit }
byte x = 0

active proctype giver() {
  atomic { x = 1; door!1; assert(x == 3 || x == 9); x = 4 }
}

active proctype taker() {
  atomic { door?1; assert(x == 1); x = 2; x = 3 };
  assert(x == 3 || x == 4 || x == 9)
}

active proctype bystander() {
end:
  atomic { x == 3 -> x = 9 }
}
