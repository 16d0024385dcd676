//! about = "Szymanski's mutual exclusion: a waiting room with a door"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 805
//! group = "1"
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 2042
//! group = "1"

// States 0 to 4 as in the paper. The last test, by process number, orders those who leave the waiting room; BROKEN leaves it out.

#ifndef N
#define N 3
#endif
byte flag[N] = 0
byte inside = 0

#define ALL(test) ((_pid == 0 || test(0)) && (_pid == 1 || test(1)) && (_pid == 2 || test(2)))
#define SOME(test) ((_pid != 0 && test(0)) || (_pid != 1 && test(1)) || (_pid != 2 && test(2)))
#define OUTSIDE(i) (flag[i] < 3)
#define FIRST(i) (flag[i] == 1)
#define FOURTH(i) (flag[i] == 4)
#define LOWER_OUT(i) (i >= _pid || flag[i] < 2)
#define HIGHER_THROUGH(i) (i <= _pid || flag[i] < 2 || flag[i] > 3)

active [N] proctype process() {
  do
  :: flag[_pid] = 1;
     ALL(OUTSIDE);
     flag[_pid] = 3;
     if
     :: SOME(FIRST) ->
        flag[_pid] = 2;
        SOME(FOURTH)
     :: else
     fi;
     flag[_pid] = 4;
#ifndef BROKEN
     ALL(LOWER_OUT);
#endif
     inside++;
     assert(inside == 1);
     inside--;
     ALL(HIGHER_THROUGH);
     flag[_pid] = 0
  od
}
