//! about = "p[i]:v reads a local variable of process i"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"

active [2] proctype holder() {
  byte mine = 0;
  mine = _pid + 5;
end:
  false
}

active proctype asking() {
  (holder[0]:mine == 5 && holder[1]:mine == 6);
  assert(holder[0]:mine + holder[1]:mine == 11)
}
