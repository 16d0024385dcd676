//! about = "Packets are routed through a hypercube of DIM dimensions (2 to 5) along any dimension that brings them nearer"
//! [[run]]
//! define = ["DIM=2"]
//! verdict = "holds"
//! states = 278
//! group = "8"
//! orbits = 45
//! [[run]]
//! define = ["DIM=3"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = 5994
//! group = "48"
//! orbits = 182
//! not_exact = ["sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["DIM=3", "PACKETS=1"]
//! verdict = "holds"
//! states = 114
//! group = "48"
//! orbits = 8
//! not_exact = ["sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["DIM=4"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = 112082
//! group = "384"
//! orbits = 559
//! [[run]]
//! define = ["DIM=5", "PACKETS=1"]
//! large = true
//! verdict = "holds"
//! group = "3840"
//! [[run]]
//! define = ["DIM=5"]
//! large = true
//! verdict = "holds"
//! group = "3840"

// A node is given its neighbours' links as arguments, one per dimension. The whole group of the
// hypercube, 2^DIM * DIM! elements, also exchanges dimensions, that is, argument positions; a method
// that keeps positions apart finds only the 2^DIM translations. The published counts (3d = 13181, reduced
// 308) belong to a model that is not public and are not met here; the group orders are. For five dimensions the options
// of a dimension are written as one.

#ifndef DIM
#define DIM 3
#endif
#ifndef PACKETS
#define PACKETS 2
#endif
#if DIM == 2
#define NODES 4
#elif DIM == 3
#define NODES 8
#elif DIM == 4
#define NODES 16
#else
#define NODES 32
#endif

chan link[NODES] = [1] of { pid }
byte packets = 0

inline choose_goal() {
  if
  :: _pid != 1 -> goal = 1
  :: _pid != 2 -> goal = 2
  :: _pid != 3 -> goal = 3
  :: _pid != 4 -> goal = 4
#if NODES >= 5
  :: _pid != 5 -> goal = 5
#endif
#if NODES >= 6
  :: _pid != 6 -> goal = 6
#endif
#if NODES >= 7
  :: _pid != 7 -> goal = 7
#endif
#if NODES >= 8
  :: _pid != 8 -> goal = 8
#endif
#if NODES >= 9
  :: _pid != 9 -> goal = 9
#endif
#if NODES >= 10
  :: _pid != 10 -> goal = 10
#endif
#if NODES >= 11
  :: _pid != 11 -> goal = 11
#endif
#if NODES >= 12
  :: _pid != 12 -> goal = 12
#endif
#if NODES >= 13
  :: _pid != 13 -> goal = 13
#endif
#if NODES >= 14
  :: _pid != 14 -> goal = 14
#endif
#if NODES >= 15
  :: _pid != 15 -> goal = 15
#endif
#if NODES >= 16
  :: _pid != 16 -> goal = 16
#endif
#if NODES >= 17
  :: _pid != 17 -> goal = 17
#endif
#if NODES >= 18
  :: _pid != 18 -> goal = 18
#endif
#if NODES >= 19
  :: _pid != 19 -> goal = 19
#endif
#if NODES >= 20
  :: _pid != 20 -> goal = 20
#endif
#if NODES >= 21
  :: _pid != 21 -> goal = 21
#endif
#if NODES >= 22
  :: _pid != 22 -> goal = 22
#endif
#if NODES >= 23
  :: _pid != 23 -> goal = 23
#endif
#if NODES >= 24
  :: _pid != 24 -> goal = 24
#endif
#if NODES >= 25
  :: _pid != 25 -> goal = 25
#endif
#if NODES >= 26
  :: _pid != 26 -> goal = 26
#endif
#if NODES >= 27
  :: _pid != 27 -> goal = 27
#endif
#if NODES >= 28
  :: _pid != 28 -> goal = 28
#endif
#if NODES >= 29
  :: _pid != 29 -> goal = 29
#endif
#if NODES >= 30
  :: _pid != 30 -> goal = 30
#endif
#if NODES >= 31
  :: _pid != 31 -> goal = 31
#endif
#if NODES >= 32
  :: _pid != 32 -> goal = 32
#endif
  fi
}

#if DIM == 2
proctype node(chan in, out0, out1)
#elif DIM == 3
proctype node(chan in, out0, out1, out2)
#elif DIM == 4
proctype node(chan in, out0, out1, out2, out3)
#else
proctype node(chan in, out0, out1, out2, out3, out4)
#endif
{
  pid goal;

rest:
  atomic {
    if
    :: packets < PACKETS -> packets++; choose_goal()
    :: in?goal ->
       if
       :: goal == _pid -> choose_goal()
       :: else
       fi
    fi
  };
  atomic {
    if
#if DIM == 2
    :: _pid == 1 && (goal == 2 || goal == 4) && nfull(out0) -> out0!goal
    :: _pid == 1 && (goal == 3 || goal == 4) && nfull(out1) -> out1!goal
    :: _pid == 2 && (goal == 1 || goal == 3) && nfull(out0) -> out0!goal
    :: _pid == 2 && (goal == 3 || goal == 4) && nfull(out1) -> out1!goal
    :: _pid == 3 && (goal == 2 || goal == 4) && nfull(out0) -> out0!goal
    :: _pid == 3 && (goal == 1 || goal == 2) && nfull(out1) -> out1!goal
    :: _pid == 4 && (goal == 1 || goal == 3) && nfull(out0) -> out0!goal
    :: _pid == 4 && (goal == 1 || goal == 2) && nfull(out1) -> out1!goal
#elif DIM == 3
    :: _pid == 1 && (goal == 2 || goal == 4 || goal == 6 || goal == 8) && nfull(out0) -> out0!goal
    :: _pid == 1 && (goal == 3 || goal == 4 || goal == 7 || goal == 8) && nfull(out1) -> out1!goal
    :: _pid == 1 && (goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out2) -> out2!goal
    :: _pid == 2 && (goal == 1 || goal == 3 || goal == 5 || goal == 7) && nfull(out0) -> out0!goal
    :: _pid == 2 && (goal == 3 || goal == 4 || goal == 7 || goal == 8) && nfull(out1) -> out1!goal
    :: _pid == 2 && (goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out2) -> out2!goal
    :: _pid == 3 && (goal == 2 || goal == 4 || goal == 6 || goal == 8) && nfull(out0) -> out0!goal
    :: _pid == 3 && (goal == 1 || goal == 2 || goal == 5 || goal == 6) && nfull(out1) -> out1!goal
    :: _pid == 3 && (goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out2) -> out2!goal
    :: _pid == 4 && (goal == 1 || goal == 3 || goal == 5 || goal == 7) && nfull(out0) -> out0!goal
    :: _pid == 4 && (goal == 1 || goal == 2 || goal == 5 || goal == 6) && nfull(out1) -> out1!goal
    :: _pid == 4 && (goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out2) -> out2!goal
    :: _pid == 5 && (goal == 2 || goal == 4 || goal == 6 || goal == 8) && nfull(out0) -> out0!goal
    :: _pid == 5 && (goal == 3 || goal == 4 || goal == 7 || goal == 8) && nfull(out1) -> out1!goal
    :: _pid == 5 && (goal == 1 || goal == 2 || goal == 3 || goal == 4) && nfull(out2) -> out2!goal
    :: _pid == 6 && (goal == 1 || goal == 3 || goal == 5 || goal == 7) && nfull(out0) -> out0!goal
    :: _pid == 6 && (goal == 3 || goal == 4 || goal == 7 || goal == 8) && nfull(out1) -> out1!goal
    :: _pid == 6 && (goal == 1 || goal == 2 || goal == 3 || goal == 4) && nfull(out2) -> out2!goal
    :: _pid == 7 && (goal == 2 || goal == 4 || goal == 6 || goal == 8) && nfull(out0) -> out0!goal
    :: _pid == 7 && (goal == 1 || goal == 2 || goal == 5 || goal == 6) && nfull(out1) -> out1!goal
    :: _pid == 7 && (goal == 1 || goal == 2 || goal == 3 || goal == 4) && nfull(out2) -> out2!goal
    :: _pid == 8 && (goal == 1 || goal == 3 || goal == 5 || goal == 7) && nfull(out0) -> out0!goal
    :: _pid == 8 && (goal == 1 || goal == 2 || goal == 5 || goal == 6) && nfull(out1) -> out1!goal
    :: _pid == 8 && (goal == 1 || goal == 2 || goal == 3 || goal == 4) && nfull(out2) -> out2!goal
#elif DIM == 4
    :: _pid == 1 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16) && nfull(out0) -> out0!goal
    :: _pid == 1 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16) && nfull(out1) -> out1!goal
    :: _pid == 1 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out2) -> out2!goal
    :: _pid == 1 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out3) -> out3!goal
    :: _pid == 2 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15) && nfull(out0) -> out0!goal
    :: _pid == 2 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16) && nfull(out1) -> out1!goal
    :: _pid == 2 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out2) -> out2!goal
    :: _pid == 2 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out3) -> out3!goal
    :: _pid == 3 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16) && nfull(out0) -> out0!goal
    :: _pid == 3 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14) && nfull(out1) -> out1!goal
    :: _pid == 3 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out2) -> out2!goal
    :: _pid == 3 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out3) -> out3!goal
    :: _pid == 4 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15) && nfull(out0) -> out0!goal
    :: _pid == 4 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14) && nfull(out1) -> out1!goal
    :: _pid == 4 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out2) -> out2!goal
    :: _pid == 4 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out3) -> out3!goal
    :: _pid == 5 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16) && nfull(out0) -> out0!goal
    :: _pid == 5 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16) && nfull(out1) -> out1!goal
    :: _pid == 5 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12) && nfull(out2) -> out2!goal
    :: _pid == 5 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out3) -> out3!goal
    :: _pid == 6 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15) && nfull(out0) -> out0!goal
    :: _pid == 6 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16) && nfull(out1) -> out1!goal
    :: _pid == 6 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12) && nfull(out2) -> out2!goal
    :: _pid == 6 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out3) -> out3!goal
    :: _pid == 7 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16) && nfull(out0) -> out0!goal
    :: _pid == 7 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14) && nfull(out1) -> out1!goal
    :: _pid == 7 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12) && nfull(out2) -> out2!goal
    :: _pid == 7 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out3) -> out3!goal
    :: _pid == 8 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15) && nfull(out0) -> out0!goal
    :: _pid == 8 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14) && nfull(out1) -> out1!goal
    :: _pid == 8 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12) && nfull(out2) -> out2!goal
    :: _pid == 8 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out3) -> out3!goal
    :: _pid == 9 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16) && nfull(out0) -> out0!goal
    :: _pid == 9 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16) && nfull(out1) -> out1!goal
    :: _pid == 9 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out2) -> out2!goal
    :: _pid == 9 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out3) -> out3!goal
    :: _pid == 10 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15) && nfull(out0) -> out0!goal
    :: _pid == 10 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16) && nfull(out1) -> out1!goal
    :: _pid == 10 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out2) -> out2!goal
    :: _pid == 10 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out3) -> out3!goal
    :: _pid == 11 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16) && nfull(out0) -> out0!goal
    :: _pid == 11 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14) && nfull(out1) -> out1!goal
    :: _pid == 11 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out2) -> out2!goal
    :: _pid == 11 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out3) -> out3!goal
    :: _pid == 12 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15) && nfull(out0) -> out0!goal
    :: _pid == 12 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14) && nfull(out1) -> out1!goal
    :: _pid == 12 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16) && nfull(out2) -> out2!goal
    :: _pid == 12 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out3) -> out3!goal
    :: _pid == 13 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16) && nfull(out0) -> out0!goal
    :: _pid == 13 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16) && nfull(out1) -> out1!goal
    :: _pid == 13 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12) && nfull(out2) -> out2!goal
    :: _pid == 13 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out3) -> out3!goal
    :: _pid == 14 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15) && nfull(out0) -> out0!goal
    :: _pid == 14 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16) && nfull(out1) -> out1!goal
    :: _pid == 14 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12) && nfull(out2) -> out2!goal
    :: _pid == 14 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out3) -> out3!goal
    :: _pid == 15 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16) && nfull(out0) -> out0!goal
    :: _pid == 15 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14) && nfull(out1) -> out1!goal
    :: _pid == 15 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12) && nfull(out2) -> out2!goal
    :: _pid == 15 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out3) -> out3!goal
    :: _pid == 16 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15) && nfull(out0) -> out0!goal
    :: _pid == 16 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14) && nfull(out1) -> out1!goal
    :: _pid == 16 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12) && nfull(out2) -> out2!goal
    :: _pid == 16 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8) && nfull(out3) -> out3!goal
#else
    :: nfull(out0) && (
        _pid == 1 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 2 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 3 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 4 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 5 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 6 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 7 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 8 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 9 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 10 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 11 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 12 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 13 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 14 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 15 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 16 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 17 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 18 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 19 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 20 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 21 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 22 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 23 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 24 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 25 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 26 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 27 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 28 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 29 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 30 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
        || _pid == 31 && (goal == 2 || goal == 4 || goal == 6 || goal == 8 || goal == 10 || goal == 12 || goal == 14 || goal == 16 || goal == 18 || goal == 20 || goal == 22 || goal == 24 || goal == 26 || goal == 28 || goal == 30 || goal == 32)
        || _pid == 32 && (goal == 1 || goal == 3 || goal == 5 || goal == 7 || goal == 9 || goal == 11 || goal == 13 || goal == 15 || goal == 17 || goal == 19 || goal == 21 || goal == 23 || goal == 25 || goal == 27 || goal == 29 || goal == 31)
       ) -> out0!goal
    :: nfull(out1) && (
        _pid == 1 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 2 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 3 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 4 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 5 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 6 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 7 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 8 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 9 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 10 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 11 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 12 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 13 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 14 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 15 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 16 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 17 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 18 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 19 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 20 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 21 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 22 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 23 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 24 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 25 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 26 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 27 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 28 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 29 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 30 && (goal == 3 || goal == 4 || goal == 7 || goal == 8 || goal == 11 || goal == 12 || goal == 15 || goal == 16 || goal == 19 || goal == 20 || goal == 23 || goal == 24 || goal == 27 || goal == 28 || goal == 31 || goal == 32)
        || _pid == 31 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
        || _pid == 32 && (goal == 1 || goal == 2 || goal == 5 || goal == 6 || goal == 9 || goal == 10 || goal == 13 || goal == 14 || goal == 17 || goal == 18 || goal == 21 || goal == 22 || goal == 25 || goal == 26 || goal == 29 || goal == 30)
       ) -> out1!goal
    :: nfull(out2) && (
        _pid == 1 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 2 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 3 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 4 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 5 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 6 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 7 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 8 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 9 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 10 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 11 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 12 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 13 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 14 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 15 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 16 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 17 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 18 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 19 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 20 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 21 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 22 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 23 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 24 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 25 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 26 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 27 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 28 && (goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 29 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 30 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 31 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
        || _pid == 32 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 25 || goal == 26 || goal == 27 || goal == 28)
       ) -> out2!goal
    :: nfull(out3) && (
        _pid == 1 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 2 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 3 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 4 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 5 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 6 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 7 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 8 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 9 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 10 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 11 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 12 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 13 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 14 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 15 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 16 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 17 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 18 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 19 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 20 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 21 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 22 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 23 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 24 && (goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 25 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 26 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 27 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 28 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 29 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 30 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 31 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
        || _pid == 32 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24)
       ) -> out3!goal
    :: nfull(out4) && (
        _pid == 1 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 2 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 3 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 4 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 5 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 6 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 7 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 8 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 9 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 10 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 11 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 12 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 13 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 14 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 15 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 16 && (goal == 17 || goal == 18 || goal == 19 || goal == 20 || goal == 21 || goal == 22 || goal == 23 || goal == 24 || goal == 25 || goal == 26 || goal == 27 || goal == 28 || goal == 29 || goal == 30 || goal == 31 || goal == 32)
        || _pid == 17 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 18 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 19 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 20 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 21 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 22 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 23 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 24 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 25 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 26 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 27 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 28 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 29 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 30 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 31 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
        || _pid == 32 && (goal == 1 || goal == 2 || goal == 3 || goal == 4 || goal == 5 || goal == 6 || goal == 7 || goal == 8 || goal == 9 || goal == 10 || goal == 11 || goal == 12 || goal == 13 || goal == 14 || goal == 15 || goal == 16)
       ) -> out4!goal
#endif
    fi;
    goal = 0;
    goto rest
  }
}

init {
  byte i;
  atomic {
    do
    :: i < NODES ->
#if DIM == 2
       run node(link[i], link[i ^ 1], link[i ^ 2]);
#elif DIM == 3
       run node(link[i], link[i ^ 1], link[i ^ 2], link[i ^ 4]);
#elif DIM == 4
       run node(link[i], link[i ^ 1], link[i ^ 2], link[i ^ 4], link[i ^ 8]);
#else
       run node(link[i], link[i ^ 1], link[i ^ 2], link[i ^ 4], link[i ^ 8], link[i ^ 16]);
#endif
       i++
    :: else -> break
    od
  }
}
