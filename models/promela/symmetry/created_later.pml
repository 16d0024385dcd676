//! about = "Processes that are created late and hold the numbers of those that created them"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 290, O1 = 134, O2 = 134 }
//! group = "2"
//! orbits = { O0 = 152, O1 = 71, O2 = 71 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Each master counts to LATE and then creates a servant that knows both masters by number and keeps an array with a
// place for each master. A symmetry that exchanges the masters must change what the servants hold, wherever on the
// stack of processes they are, and move the places of their arrays.

#ifndef LATE
#define LATE 6
#endif
#define MASTERS 2

byte served[MASTERS];
byte count;

proctype servant(pid master, other) {
  bool visited[MASTERS];
  atomic { served[master] == 0 -> served[master] = 1; visited[master] = true; count++ };
  served[other] == 1;
  visited[other] = true;
  assert(!(visited[0] && visited[1] && count == 2));
end:
  false
}

active [MASTERS] proctype master() {
  byte i;
  do
  :: i < LATE -> i++
  :: i == LATE -> break
  od;
  run servant(_pid, 1 - _pid);
end:
  false
}
