//! about = "A process moves only while its provided clause is true"
//! [[run]]
//! verdict = "holds"
//! states = 17
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte turn = 0
byte x = 0

active [2] proctype alternating() provided (turn == _pid) {
  byte i = 0;
  do
  :: i < 2 ->
     assert(x % 2 == _pid);
     d_step { x++; i++; turn = 1 - turn }
  :: i == 2 -> turn = 1 - turn; break
  od
}
