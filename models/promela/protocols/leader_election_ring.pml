//! about = "Chang and Roberts: leader election in a one-way ring"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = { O0 = 398, O1 = 320, O2 = 73 }
//! group = "1"
//! [[run]]
//! define = ["N=4"]
//! verdict = "holds"
//! states = { O0 = 2779, O1 = 2115, O2 = 316 }
//! group = "1"
//! [[run]]
//! define = ["N=4", "BROKEN=1"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 168566, O1 = 168566, O2 = 14801 }
//! group = "1"

// Stations have distinct numbers in the order MIXED of the ring; a station forwards greater numbers, swallows smaller ones, and leads when its
// own comes back. BROKEN forwards smaller numbers too.

#ifndef N
#define N 4
#endif
#define NUMBER ((_pid * 3 + 2) % 7 + 1)

mtype = { candidate, elected }
chan link[N] = [N] of { mtype, byte }
byte leaders = 0
byte leader_number = 0

active [N] proctype station() {
  byte number;
  bool over = false;

  link[(_pid + 1) % N]!candidate, NUMBER;
end:
  do
  :: !over && link[_pid]?[candidate, _] ->
     link[_pid]?candidate, number;
     if
     :: number > NUMBER -> link[(_pid + 1) % N]!candidate, number
     :: number < NUMBER ->
#ifdef BROKEN
        link[(_pid + 1) % N]!candidate, number
#else
        skip
#endif
     :: number == NUMBER ->
        leaders++;
        assert(leaders == 1);
        leader_number = number;
        link[(_pid + 1) % N]!elected, number
     fi;
     number = 0
  :: link[_pid]?elected, number ->
     assert(number == leader_number && number >= NUMBER);
     over = true;
     if
     :: number != NUMBER -> link[(_pid + 1) % N]!elected, number
     :: else
     fi;
     number = 0
  od
}
