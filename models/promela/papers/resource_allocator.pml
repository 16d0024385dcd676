//! about = "Clients in up to three priority classes compete for one resource; the allocator serves the highest class that asks"
//! [[run]]
//! define = ["A=2", "B=1"]
//! verdict = "holds"
//! states = { O0 = 325, O1 = 325, O2 = 217 }
//! group = "2"
//! orbits = { O0 = 184, O1 = 184, O2 = 124 }
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["A=3", "B=3"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 16768, O1 = 16768, O2 = 10936 }
//! group = "36"
//! orbits = { O0 = 1421, O1 = 1421, O2 = 941 }
//! [[run]]
//! define = ["A=4", "B=4"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 199018, O1 = 199018, O2 = 129034 }
//! group = "576"
//! orbits = { O0 = 3526, O1 = 3526, O2 = 2326 }
//! [[run]]
//! define = ["A=2", "B=2", "C=2"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 16768, O1 = 16768, O2 = 10936 }
//! group = "8"
//! orbits = { O0 = 3781, O1 = 3781, O2 = 2485 }
//! [[run]]
//! define = ["A=5", "B=5"]
//! large = true
//! verdict = "holds"
//! states = { O1 = 2224180 }
//! group = "14400"
//! orbits = 7372

// A clients of the lowest class, then B of the next, then C of the highest; A + B + C is at most 15.
// Clients of one class are interchangeable together with their links: a disjoint product.
// Published without reduction: 3-3 = 16768, 4-4 = 199018, 5-5 = 2.2e6, 4-4-4 = 2.4e7, 5-5-5 untold.
// All of them are 1 + 3^n + 11 n 3^(n-1) for n clients, and so are this model's: three states for a
// client that is not served, eleven for the one that is, the allocator's included. The group
// orders are the published ones; the published reduced counts (1501, 3826, 8212) are larger than the number
// of orbits, which Burnside's lemma gives as 1 + m^2 + 22 m' m with m = C(n/2+2, 2) and m' = C(n/2+1, 2).

#ifndef A
#define A 3
#endif
#ifndef B
#define B 3
#endif
#ifndef C
#define C 0
#endif
#define CLIENTS (A + B + C)

mtype = { request, confirmation, finished }

chan link[CLIENTS + 1] = [1] of { mtype }
chan nobody = [0] of { mtype }

pid user = 0
byte class[CLIENTS + 1]
byte wanted = 0

proctype client(chan mine) {
  do
  :: true ->
     mine!request;
     mine?confirmation;
     atomic { assert(user == 0); user = _pid };
     user = 0;
     mine!finished
  od
}

#define ASKED1 link[1]?[request]
#define ASKED2 ASKED1 || link[2]?[request]
#define ASKED3 ASKED2 || link[3]?[request]
#define ASKED4 ASKED3 || link[4]?[request]
#define ASKED5 ASKED4 || link[5]?[request]
#define ASKED6 ASKED5 || link[6]?[request]
#define ASKED7 ASKED6 || link[7]?[request]
#define ASKED8 ASKED7 || link[8]?[request]
#define ASKED9 ASKED8 || link[9]?[request]
#define ASKED10 ASKED9 || link[10]?[request]
#define ASKED11 ASKED10 || link[11]?[request]
#define ASKED12 ASKED11 || link[12]?[request]
#define ASKED13 ASKED12 || link[13]?[request]
#define ASKED14 ASKED13 || link[14]?[request]
#define ASKED15 ASKED14 || link[15]?[request]
#if CLIENTS <= 3
#define ASKED ASKED3
#elif CLIENTS == 4
#define ASKED ASKED4
#elif CLIENTS == 5
#define ASKED ASKED5
#elif CLIENTS == 6
#define ASKED ASKED6
#elif CLIENTS == 7
#define ASKED ASKED7
#elif CLIENTS == 8
#define ASKED ASKED8
#elif CLIENTS == 9
#define ASKED ASKED9
#elif CLIENTS == 10
#define ASKED ASKED10
#elif CLIENTS == 11
#define ASKED ASKED11
#elif CLIENTS == 12
#define ASKED ASKED12
#elif CLIENTS == 13
#define ASKED ASKED13
#elif CLIENTS == 14
#define ASKED ASKED14
#else
#define ASKED ASKED15
#endif

proctype allocator() {
  chan served = nobody;
  do
  :: atomic {
       (ASKED);
       wanted = 2;
       do
       :: class[1] == wanted && link[1]?[request] -> served = link[1]; break
       :: class[2] == wanted && link[2]?[request] -> served = link[2]; break
       :: class[3] == wanted && link[3]?[request] -> served = link[3]; break
#if CLIENTS >= 4
       :: class[4] == wanted && link[4]?[request] -> served = link[4]; break
#endif
#if CLIENTS >= 5
       :: class[5] == wanted && link[5]?[request] -> served = link[5]; break
#endif
#if CLIENTS >= 6
       :: class[6] == wanted && link[6]?[request] -> served = link[6]; break
#endif
#if CLIENTS >= 7
       :: class[7] == wanted && link[7]?[request] -> served = link[7]; break
#endif
#if CLIENTS >= 8
       :: class[8] == wanted && link[8]?[request] -> served = link[8]; break
#endif
#if CLIENTS >= 9
       :: class[9] == wanted && link[9]?[request] -> served = link[9]; break
#endif
#if CLIENTS >= 10
       :: class[10] == wanted && link[10]?[request] -> served = link[10]; break
#endif
#if CLIENTS >= 11
       :: class[11] == wanted && link[11]?[request] -> served = link[11]; break
#endif
#if CLIENTS >= 12
       :: class[12] == wanted && link[12]?[request] -> served = link[12]; break
#endif
#if CLIENTS >= 13
       :: class[13] == wanted && link[13]?[request] -> served = link[13]; break
#endif
#if CLIENTS >= 14
       :: class[14] == wanted && link[14]?[request] -> served = link[14]; break
#endif
#if CLIENTS >= 15
       :: class[15] == wanted && link[15]?[request] -> served = link[15]; break
#endif
       :: else -> wanted--
       od;
       wanted = 0
     };
     served?request;
     served!confirmation;
     served?finished;
     served = nobody
  od
}

init {
  byte i = 1;
  atomic {
    do
    :: i <= CLIENTS ->
       run client(link[i]);
       class[i] = (i <= A -> 0 : (i <= A + B -> 1 : 2));
       i++
    :: else -> break
    od;
    run allocator()
  }
}
