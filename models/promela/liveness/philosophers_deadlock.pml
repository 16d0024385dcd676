//! about = "Philosophers who all take the left fork first: the deadlock goes on for ever"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "violated", somebody_eats = "violated", stuck_for_ever = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "violated", somebody_eats = "violated", stuck_for_ever = "violated" }

#define N 3

byte fork[N] = 255
byte eating

active [N] proctype philosopher() {
  do
  :: atomic { fork[_pid] == 255 -> fork[_pid] = _pid };
     atomic { fork[(_pid + 1) % N] == 255 -> fork[(_pid + 1) % N] = _pid };
     eating++;
     eating--;
     fork[(_pid + 1) % N] = 255;
     fork[_pid] = 255
  od
}

ltl somebody_eats { []<> (eating > 0) }
ltl stuck_for_ever { [] (fork[0] == 0 && fork[1] == 1 && fork[2] == 2 -> [] (eating == 0)) }
