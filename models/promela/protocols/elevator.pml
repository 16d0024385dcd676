//! about = "An elevator serves FLOORS floors; doors never open between or while moving"
//! [[run]]
//! define = ["FLOORS=3"]
//! verdict = "holds"
//! states = { O0 = 2774, O1 = 2286, O2 = 1468 }
//! group = "1"
//! [[run]]
//! define = ["FLOORS=4"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = { O0 = 10802, O1 = 8630, O2 = 5796 }
//! group = "1"
//! [[run]]
//! define = ["FLOORS=3", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 5010, O1 = 4130, O2 = 2644 }
//! group = "1"

// Calls come at any time. The cabin keeps its direction while there are calls ahead. BROKEN may start before the door is shut.

#ifndef FLOORS
#define FLOORS 3
#endif

mtype = { up, down }
bool called[FLOORS] = false
byte floor = 0
bool door_open = false
bool moving = false
mtype direction = up

inline look_ahead(found) {
  i = 0;
  found = false;
  do
  :: i < FLOORS ->
     if
     :: called[i] && ((direction == up && i > floor) || (direction == down && i < floor)) -> found = true
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0
}

active proctype caller() {
  byte f;
  do
  :: select (f : 0 .. (FLOORS - 1)); called[f] = true; f = 0
  od
}

active proctype cabin() {
  byte i;
  bool ahead;
  do
  :: atomic { called[floor] && !moving -> door_open = true; called[floor] = false };
#ifdef BROKEN
     if
     :: door_open = false
     :: skip
     fi
#else
     door_open = false
#endif
  :: atomic {
       !called[floor] ->
       look_ahead(ahead);
       if
       :: ahead -> moving = true
       :: else ->
          direction = (direction == up -> down : up);
          look_ahead(ahead);
          if
          :: ahead -> moving = true
          :: else
          fi
       fi;
       ahead = false
     };
     if
     :: moving ->
        assert(!door_open);
        floor = (direction == up -> floor + 1 : floor - 1);
        assert(floor < FLOORS);
        moving = false
     :: else
     fi
  od
}
