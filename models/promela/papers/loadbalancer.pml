//! about = "A load balancer forwards the requests of CLIENTS clients to a least loaded one of SERVERS servers (2..4)"
//! [[run]]
//! define = ["SERVERS=2", "CLIENTS=2"]
//! verdict = "holds"
//! states = { O0 = 1501, O1 = 1506, O2 = 85 }
//! group = "4"
//! orbits = { O0 = 412, O1 = 415, O2 = 28 }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["SERVERS=2", "CLIENTS=4"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 200785, O1 = 200850, O2 = 6705 }
//! group = "48"
//! orbits = { O0 = 4767, O1 = 4772, O2 = 190 }
//! [[run]]
//! define = ["SERVERS=2", "CLIENTS=6"]
//! large = true
//! verdict = "holds"
//! states = { O1 = 23682726 }
//! group = "1440"
//! orbits = 22836

// Servers among themselves and clients among themselves are interchangeable. The balancer's queue holds 4 requests, a
// server's 3. Published for SERVERS/CLIENTS: 2/6 = 2.37e7 states, reduced 23474; 2/7 reduced 44137, 3/6 125126,
// 3/7 293657, 4/6 527548, 4/7 1.2e6. Exchanging two servers must also exchange the two places at which the balancer
// stands once it has chosen one of them. 22836 is the number of orbits: `cargo xtask count-orbits` makes all of them, and
// they hold 23682726 states. TopSPIN 2.2.6 detects a group of the same order and stores 23474 because its action leaves
// the balancer's program counter where it is: (`about to send to the first queue`, s) is merged with (`about to send to the
// first queue`, s with the queues exchanged), which is no symmetry. Its 23474 stored states, made canonical under the
// whole action, lie in only 21993 orbits: 1481 of them are stored twice and 843 are never reached. With one line added to
// the `applyChSwapToState` that it generates (an exchange of the two queues exchanges `_p == 3` and `_p == 5` of the
// balancer), the same sympan stores 22836.

#ifndef SERVERS
#define SERVERS 2
#endif
#ifndef CLIENTS
#define CLIENTS 4
#endif
#ifndef BALANCER_QUEUE
#define BALANCER_QUEUE 4
#endif
#ifndef SERVER_QUEUE
#define SERVER_QUEUE 3
#endif

mtype = { nothing, request, response }

chan arrivals = [BALANCER_QUEUE] of { mtype, chan }
chan queue[SERVERS] = [SERVER_QUEUE] of { mtype, chan }
chan answers[CLIENTS] = [1] of { mtype }
chan nobody = [0] of { mtype }

proctype client_process(chan mine) {
  do
  :: arrivals!request, mine;
     mine?response
  od
}

proctype balancer() {
  mtype kind = nothing;
  chan client = nobody;
  do
  :: arrivals?kind, client;
     if
#if SERVERS == 2
     :: len(queue[0]) <= len(queue[1]) -> queue[0]!kind, client
     :: len(queue[1]) <= len(queue[0]) -> queue[1]!kind, client
#elif SERVERS == 3
     :: len(queue[0]) <= len(queue[1]) && len(queue[0]) <= len(queue[2]) -> queue[0]!kind, client
     :: len(queue[1]) <= len(queue[0]) && len(queue[1]) <= len(queue[2]) -> queue[1]!kind, client
     :: len(queue[2]) <= len(queue[0]) && len(queue[2]) <= len(queue[1]) -> queue[2]!kind, client
#else
     :: len(queue[0]) <= len(queue[1]) && len(queue[0]) <= len(queue[2]) && len(queue[0]) <= len(queue[3]) -> queue[0]!kind, client
     :: len(queue[1]) <= len(queue[0]) && len(queue[1]) <= len(queue[2]) && len(queue[1]) <= len(queue[3]) -> queue[1]!kind, client
     :: len(queue[2]) <= len(queue[0]) && len(queue[2]) <= len(queue[1]) && len(queue[2]) <= len(queue[3]) -> queue[2]!kind, client
     :: len(queue[3]) <= len(queue[0]) && len(queue[3]) <= len(queue[1]) && len(queue[3]) <= len(queue[2]) -> queue[3]!kind, client
#endif
     fi;
     kind = nothing;
     client = nobody
  od
}

proctype server(chan requests) {
  chan client = nobody;
  do
  :: requests?request, client;
     client!response;
     client = nobody
  od
}

init {
  byte c, s;
  atomic {
    run balancer();
    do
    :: c < CLIENTS -> run client_process(answers[c]); c++
    :: else -> break
    od;
    do
    :: s < SERVERS -> run server(queue[s]); s++
    :: else -> break
    od
  }
}
