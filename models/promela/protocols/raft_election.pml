//! about = "The election of Raft: N servers, terms up to LAST, at most one leader a term"
//! [[run]]
//! define = ["N=3", "LAST=2"]
//! verdict = "holds"
//! states = 306
//! group = { O0 = "2", O1 = "2", O2 = "6" }
//! orbits = { O0 = 163, O1 = 163, O2 = 62 }
//! [[run]]
//! define = ["N=3", "LAST=2", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 1249
//! group = { O0 = "2", O1 = "2", O2 = "6" }
//! orbits = { O0 = 647, O1 = 647, O2 = 232 }

// A server that hears nothing becomes a candidate of the next term and asks for votes; each server votes once a term. BROKEN lets one
// server restart and forget whom it has voted for. `other = 0` names server 0, so only the others can be exchanged.

#ifndef N
#define N 3
#endif
#ifndef LAST
#define LAST 2
#endif
#define MAJORITY (N / 2 + 1)
#define NOBODY N

mtype = { follower, candidate, leader }
mtype role[N] = follower
byte term[N] = 0
byte votes[N] = 0
byte voted_for[N] = NOBODY
byte leaders[LAST + 1] = 0
#ifdef BROKEN
bool restarted = false
#endif

active [N] proctype server() {
  byte other;
end:
  do
  :: d_step {
       role[_pid] != leader && term[_pid] < LAST ->
       term[_pid]++;
       role[_pid] = candidate;
       voted_for[_pid] = _pid;
       votes[_pid] = 1
     }
  :: atomic {
       if
       :: other = 0
       :: other = 1
       :: other = 2
       fi;
       if
       :: other != _pid && role[other] == candidate && term[other] >= term[_pid] ->
          if
          :: term[other] > term[_pid] ->
             term[_pid] = term[other]; role[_pid] = follower; voted_for[_pid] = NOBODY; votes[_pid] = 0
          :: else
          fi;
          if
          :: voted_for[_pid] == NOBODY -> voted_for[_pid] = other; votes[other]++
          :: else
          fi
       :: else
       fi;
       other = 0
     }
  :: d_step {
       role[_pid] == candidate && votes[_pid] >= MAJORITY ->
       role[_pid] = leader;
       leaders[term[_pid]]++;
       assert(leaders[term[_pid]] == 1)
     }
#ifdef BROKEN
  :: d_step { role[_pid] == follower && voted_for[_pid] != NOBODY && !restarted -> voted_for[_pid] = NOBODY; restarted = true }
#endif
  od
}
