//! about = "Philosophers of whom one takes the right fork first: somebody eats again and again if all are treated fairly"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", somebody_eats = "holds", forks_return = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", somebody_eats = "holds", forks_return = "violated" }

#define N 3

byte fork[N] = 255
byte eating

active [N] proctype philosopher() {
  byte first = (_pid == N - 1 -> 0 : _pid);
  byte second = (_pid == N - 1 -> N - 1 : _pid + 1);
  do
  :: atomic { fork[first] == 255 -> fork[first] = _pid };
     atomic { fork[second] == 255 -> fork[second] = _pid };
     eating++;
     eating--;
     fork[second] = 255;
     fork[first] = 255
  od
}

ltl somebody_eats { []<> (eating > 0) }
ltl forks_return { [] (fork[0] != 255 -> <> (fork[0] == 255)) }
