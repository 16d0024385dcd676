//! about = "Three-tiered architecture: a database, SERVERS servers, CLIENTS clients at each server"
//! [[run]]
//! define = ["SERVERS=2", "CLIENTS=3"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 103105, O1 = 103105, O2 = 19601 }
//! group = "72"
//! orbits = { O0 = 2656, O1 = 2656, O2 = 524 }
//! [[run]]
//! define = ["SERVERS=2", "CLIENTS=2"]
//! verdict = "holds"
//! states = { O0 = 7597, O1 = 7597, O2 = 1445 }
//! group = "8"
//! orbits = { O0 = 1038, O1 = 1038, O2 = 208 }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["SERVERS=2", "CLIENTS=4"]
//! large = true
//! verdict = "holds"
//! states = { O0 = 1049601, O1 = 1049601 }
//! group = "1152"
//! orbits = 5021
//! [[run]]
//! define = ["SERVERS=3", "CLIENTS=3"]
//! large = true
//! verdict = "holds"
//! group = "1296"
//! orbits = 50396

// Clients of one server may be exchanged, and whole servers with all their clients: a wreath
// product. Messages carry the channel on which the answer is expected. Published: "3-3" (2 servers,
// 3 clients each) = 103105 states, reduced 2656; "4-4" = 1.1e6, reduced 5021 (printed as 5012);
// "3-3-3" = 2.5e7, reduced 50396, group 1296; "4-4-4" group 82944, reduced at most 130348.

#ifndef SERVERS
#define SERVERS 2
#endif
#ifndef CLIENTS
#define CLIENTS 3
#endif

mtype = { request, response, query, result }

chan to_database = [SERVERS] of { mtype, chan }
chan to_server[SERVERS] = [1] of { mtype, chan }
chan from_database[SERVERS] = [1] of { mtype }
chan to_client[SERVERS * CLIENTS] = [1] of { mtype }
chan nobody = [0] of { mtype }

proctype client(chan mine, server) {
  do
  :: server!request, mine;
     mine?response
  od
}

proctype server(chan requests, answers, database) {
  chan asking = nobody;
  do
  :: requests?request, asking;
     database!query, answers;
     answers?result;
     asking!response;
     asking = nobody
  od
}

proctype database(chan queries) {
  chan asking = nobody;
  do
  :: queries?query, asking;
     asking!result;
     asking = nobody
  od
}

init {
  byte s, c;
  atomic {
    run database(to_database);
    do
    :: s < SERVERS -> run server(to_server[s], from_database[s], to_database); s++
    :: else -> break
    od;
    do
    :: c < SERVERS * CLIENTS -> run client(to_client[c], to_server[c / CLIENTS]); c++
    :: else -> break
    od
  }
}
