//! about = "Leader election in a complete network: station 0 begins, all others are interchangeable"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 73
//! group = "2"
//! orbits = 43
//! lazy_without_subsumption = 43
//! lazy = 43
//! [[run]]
//! define = ["N=6"]
//! verdict = "holds"
//! states = 3403
//! group = "120"
//! orbits = 175
//! lazy_without_subsumption = 175
//! lazy = 175
//! [[run]]
//! define = ["N=4", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 489
//! group = "6"
//! orbits = 138
//! lazy_without_subsumption = 138
//! lazy = 138

// The initiator wakes the network; stations that are awake wake others, then bid. When all have bid, any one
// of them claims leadership and the rest follow.
// BROKEN lets a second station claim while the first one's claim is on its way.

#ifndef N
#define N 4
#endif

mtype = { asleep, awake, bidding, claiming, leader, follower }

mtype station[N] = asleep
byte bids = 0
byte leaders = 0

active [N] proctype node() {
end:
  do
  :: d_step { _pid == 0 && station[_pid] == asleep && bids == 0 -> station[_pid] = awake; bids = 1 }
  :: d_step { station[_pid] == asleep && bids > 0 && leaders == 0 -> station[_pid] = awake; bids++ }
  :: d_step { station[_pid] == awake -> station[_pid] = bidding }
#ifdef BROKEN
  :: d_step { station[_pid] == bidding && bids == N && leaders == 0 -> station[_pid] = claiming };
     d_step { leaders++; assert(leaders == 1); station[_pid] = leader }
#else
  :: d_step { station[_pid] == bidding && bids == N && leaders == 0 -> leaders++; station[_pid] = claiming };
     d_step { assert(leaders == 1); station[_pid] = leader }
#endif
  :: d_step { station[_pid] == bidding && leaders > 0 -> station[_pid] = follower }
  od
}
