//! about = "Two load balancers, each with its own EACH clients, share three servers"
//! [[run]]
//! define = ["EACH=1"]
//! verdict = "holds"
//! states = 76
//! group = "12"
//! orbits = 17
//! not_exact = ["sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["EACH=2"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = 5609
//! group = "48"
//! orbits = 184
//! not_exact = ["sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["EACH=3"]
//! large = true
//! verdict = "holds"
//! states = { O1 = 414305 }
//! group = "432"

// Three servers in any order, the clients of either balancer in any order, and the two balancers
// with all their clients: 3! * EACH!^2 * 2. The servers' queues are positional arguments of
// the balancers, so exchanging servers exchanges arguments in both balancers at once.

#ifndef EACH
#define EACH 2
#endif

mtype = { done }

chan answer[2 * EACH] = [1] of { mtype }
chan jobs[3] = [2] of { chan }
chan arrivals[2] = [1] of { chan }
chan nobody = [1] of { mtype }

proctype client(chan mine, balancer) {
  do
  :: balancer!mine;
     mine?done
  od
}

proctype server(chan queue) {
  chan asking = nobody;
  do
  :: queue?asking;
     atomic { asking!done; asking = nobody }
  od
}

proctype balancer(chan in, first, second, third) {
  chan asking = nobody;
  do
  :: atomic {
       in?asking;
       if
       :: nfull(first) && len(first) <= len(second) && len(first) <= len(third) -> first!asking
       :: nfull(second) && len(second) <= len(first) && len(second) <= len(third) -> second!asking
       :: nfull(third) && len(third) <= len(first) && len(third) <= len(second) -> third!asking
       fi;
       asking = nobody
     }
  od
}

init {
  byte c, s;
  atomic {
    do
    :: c < 2 * EACH -> run client(answer[c], arrivals[c / EACH]); c++
    :: else -> break
    od;
    do
    :: s < 3 -> run server(jobs[s]); s++
    :: else -> break
    od;
    run balancer(arrivals[0], jobs[0], jobs[1], jobs[2]);
    run balancer(arrivals[1], jobs[0], jobs[1], jobs[2])
  }
}
