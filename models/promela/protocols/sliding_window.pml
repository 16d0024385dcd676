//! about = "A sliding window protocol: go back N over channels that lose messages"
//! [[run]]
//! define = ["WINDOW=2"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = { O0 = 134952, O1 = 64112, O2 = 11976 }
//! group = "1"
//! [[run]]
//! define = ["WINDOW=2", "BROKEN=1"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 83880, O1 = 35400, O2 = 5440 }
//! group = "1"

// Numbers run modulo WINDOW + 1; with as many numbers as the window is wide (BROKEN) old messages are taken for new.

#ifndef WINDOW
#define WINDOW 2
#endif
#ifdef BROKEN
#define NUMBERS WINDOW
#else
#define NUMBERS (WINDOW + 1)
#endif
#define COLOURS 4

chan forth = [WINDOW] of { byte, byte }
chan back = [1] of { byte }

active proctype sender() {
  byte base = 0, base_data = 0, sent = 0;
  byte upto;

  do
  :: sent < WINDOW ->
     forth!(base + sent) % NUMBERS, (base_data + sent) % COLOURS;
     sent++
  :: sent > 0 -> sent = 0
  :: back?upto ->
     do
     :: base != upto ->
        base = (base + 1) % NUMBERS;
        base_data = (base_data + 1) % COLOURS;
        sent = (sent > 0 -> sent - 1 : 0)
     :: else -> break
     od;
     upto = 0
  od
}

active proctype receiver() {
  byte wanted = 0, wanted_data = 0, number, data;

  do
  :: forth?number, data ->
     if
     :: number == wanted ->
        assert(data == wanted_data);
        wanted = (wanted + 1) % NUMBERS;
        wanted_data = (wanted_data + 1) % COLOURS
     :: else
     fi;
     if
     :: nfull(back) -> back!wanted
     :: skip
     fi;
     number = 0;
     data = 0
  od
}

active proctype loss() {
  do
  :: forth?_, _
  od
}
