//! about = "Two crossing streets with lights and cars"
//! [[run]]
//! verdict = "holds"
//! states = 24
//! group = "2"
//! orbits = 12
//! [[run]]
//! define = ["BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 196
//! group = "2"
//! orbits = 98

// The lights of the two streets are exchangeable. BROKEN switches one to green before the other is red.

mtype = { red, amber, green }
mtype light[2] = red
bool crossing[2] = false
byte right_of_way = 0

active [2] proctype controller() {
  do
  :: right_of_way == _pid ->
     light[_pid] = green;
     light[_pid] = amber;
#ifdef BROKEN
     right_of_way = 1 - _pid;
     light[_pid] = red;
     !crossing[_pid]
#else
     light[_pid] = red;
     !crossing[_pid];
     right_of_way = 1 - _pid
#endif
  od
}

active [2] proctype car() {
  byte street = _pid - 2;
  do
  :: atomic { light[street] != red -> crossing[street] = true };
     assert(!crossing[1 - street]);
     crossing[street] = false
  od
}
