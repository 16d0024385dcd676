//! about = "Mutual exclusion by a token that travels round a ring; the token may be lost and made anew"
//! [[run]]
//! define = ["N=4"]
//! verdict = "holds"
//! states = 22
//! group = "1"
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 1153
//! group = "1"

// Station 0 watches: when the network is silent and nobody holds the token, it makes a new one. BROKEN makes one
// without looking whether somebody holds it.

#ifndef N
#define N 3
#endif

chan hop[N] = [1] of { bit }
byte holders = 0
byte inside = 0

active [N] proctype station() {
  do
  :: atomic { hop[_pid]?1; holders++ };
     if
     :: inside++;
        assert(inside == 1);
        inside--
     :: skip
     fi;
     atomic { holders--; hop[(_pid + 1) % N]!1 }
  :: atomic { hop[_pid]?1 -> skip }
  od
}

active proctype watch() {
  byte i;
  hop[0]!1;
  do
  :: atomic {
#ifdef BROKEN
       true ->
#else
       holders == 0 ->
#endif
       i = 0;
       do
       :: i < N && len(hop[i]) == 0 -> i++
       :: else -> break
       od;
       if
       :: i == N -> hop[0]!1
       :: else
       fi;
       i = 0
     }
  od
}
