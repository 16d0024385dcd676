//! about = "p[i]@label tells whether process i is at that label"
//! [[run]]
//! verdict = "holds"
//! states = 9
//! group = "1"

byte x = 0

active proctype walker() {
  x = 1;
there:
  x = 2;
end:
  false
}

active proctype asking() {
end:
  atomic { walker[0]@there -> assert(x == 1) };
  assert(x == 1 || x == 2)
}
