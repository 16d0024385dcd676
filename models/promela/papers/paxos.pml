//! about = "The core of single-decree Paxos: BALLOTS ballots, ACCEPTORS acceptors, two interchangeable values"
//! [[run]]
//! define = ["ACCEPTORS=3", "BALLOTS=2"]
//! verdict = "holds"
//! states = 1868
//! group = "12"
//! orbits = 306
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["ACCEPTORS=3", "BALLOTS=3"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = 44946
//! group = "12"
//! orbits = 6284
//! [[run]]
//! define = ["ACCEPTORS=4", "BALLOTS=2"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = 6987
//! group = "48"
//! orbits = 521
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! [[run]]
//! define = ["ACCEPTORS=3", "BALLOTS=2", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 2542
//! group = "12"
//! orbits = 401
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]

// A ballot first collects promises, learning the newest vote among those who promise, then asks for
// votes, for the learnt value if there is one and for any value otherwise. Whatever a majority has voted for is
// chosen, and only one value may ever be chosen. Acceptors are interchangeable, values too; ballots are
// ordered and so are not. BROKEN lets a ballot propose what it likes regardless of what it learnt.

#ifndef ACCEPTORS
#define ACCEPTORS 3
#endif
#ifndef BALLOTS
#define BALLOTS 2
#endif
#define MAJORITY (ACCEPTORS / 2 + 1)

mtype = { waiting, preparing, proposing }
mtype = { nothing, left, right }

typedef ballot_record {
  mtype stage;
  byte promises;
  byte votes;
  byte newest;
  mtype value
}

ballot_record ballot[BALLOTS + 1]
mtype chosen = nothing

active [ACCEPTORS] proctype acceptor() {
  byte promised = 0;
  byte voted_in = 0;
  mtype voted_for = nothing;
  byte b;

  do
  :: atomic {
       if
       :: b = 1
       :: b = 2
#if BALLOTS >= 3
       :: b = 3
#endif
       fi;
       if
       :: ballot[b].stage == preparing && promised < b ->
          promised = b;
          ballot[b].promises++;
          if
          :: voted_in > ballot[b].newest -> ballot[b].newest = voted_in; ballot[b].value = voted_for
          :: else
          fi
       :: ballot[b].stage == proposing && promised <= b && voted_in < b ->
          promised = b;
          voted_in = b;
          voted_for = ballot[b].value;
          ballot[b].votes++;
          if
          :: ballot[b].votes == MAJORITY ->
             assert(chosen == nothing || chosen == voted_for);
             chosen = voted_for
          :: else
          fi
       :: else
       fi;
       b = 0
     }
  od
}

proctype leader(byte mine) {
  ballot[mine].stage = preparing;
  atomic {
    ballot[mine].promises >= MAJORITY;
    if
#ifdef BROKEN
    :: true ->
#else
    :: ballot[mine].value == nothing ->
#endif
       if
       :: ballot[mine].value = left
       :: ballot[mine].value = right
       fi
    :: else
    fi;
    ballot[mine].stage = proposing
  };
end:
  false
}

init {
  byte i = 1;
  atomic {
    do
    :: i <= BALLOTS ->
       ballot[i].stage = waiting;
       ballot[i].value = nothing;
       run leader(i);
       i++
    :: else -> break
    od
  }
}
