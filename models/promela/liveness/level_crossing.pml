//! about = "A gate closes for trains and opens for cars: it must count the trains, and trains must let it open in between"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "holds"
//! properties = { safety = "holds", closed_for_trains = "holds", opens_again = "holds" }
//! [[run]]
//! define = ["OPENS_FOR_EACH=1"]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", closed_for_trains = "violated", opens_again = "holds" }
//! [[run]]
//! define = ["IMPATIENT=1"]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", closed_for_trains = "holds", opens_again = "violated" }

#ifndef TRAINS
#define TRAINS 2
#endif

mtype = { coming, gone }
chan sensor = [0] of { mtype }
bool gate_down
byte inside

active [TRAINS] proctype train() {
  do
  ::
#ifndef IMPATIENT
     !gate_down;          /* the cars of the last closing have had their turn */
#endif
     sensor!coming;
     gate_down;
     inside++;
     inside--;
     sensor!gone
  od
}

active proctype gate() {
  byte near;
  do
  :: sensor?coming -> near++; gate_down = true
  :: sensor?gone -> near--;
#ifdef OPENS_FOR_EACH
     gate_down = false
#else
     if
     :: near == 0 -> gate_down = false
     :: else
     fi
#endif
  od
}

ltl closed_for_trains { [] (inside > 0 -> gate_down) }
ltl opens_again { [] (gate_down -> <> !gate_down) }
