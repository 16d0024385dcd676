//! about = "Distributed mutual exclusion by permissions, after Ricart and Agrawala"
//! [[run]]
//! define = ["N=2"]
//! verdict = "holds"
//! states = 27
//! group = "1"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 350
//! group = "1"
//! [[run]]
//! define = ["N=2", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 36
//! group = "1"

// A site asks all others and enters when all have agreed; who has asked earlier (by a logical clock, then by number) defers its
// agreement. Each site tries once. BROKEN agrees while inside.

#ifndef N
#define N 2
#endif

mtype = { idle, asking, inside }
mtype site[N] = idle
byte stamp[N] = 0
byte clock[N] = 0
bool agreed[N * N] = false
bool asked[N * N] = false
byte within = 0

#define MAY_AGREE(me, other) (site[me] == idle || (site[me] == asking && (stamp[other] < stamp[me] || (stamp[other] == stamp[me] && other < me))))

active [N] proctype process() {
  byte other, granted;
  bool tried = false;

end:
  do
  :: atomic {
       !tried ->
       tried = true;
       clock[_pid]++;
       stamp[_pid] = clock[_pid];
       site[_pid] = asking;
       for (other : 0 .. (N - 1)) {
         asked[_pid * N + other] = (other != _pid)
       };
       other = 0
     }
  :: atomic {
       select (other : 0 .. (N - 1));
       if
#ifdef BROKEN
       :: asked[other * N + _pid] && (site[_pid] == inside || MAY_AGREE(_pid, other)) ->
#else
       :: asked[other * N + _pid] && MAY_AGREE(_pid, other) ->
#endif
          asked[other * N + _pid] = false;
          agreed[other * N + _pid] = true;
          clock[_pid] = (clock[_pid] > stamp[other] -> clock[_pid] : stamp[other])
       :: else
       fi;
       other = 0
     }
  :: atomic {
       site[_pid] == asking ->
       granted = 0;
       for (other : 0 .. (N - 1)) {
         granted = granted + agreed[_pid * N + other]
       };
       if
       :: granted == N - 1 -> site[_pid] = inside; within++
       :: else
       fi;
       other = 0;
       granted = 0
     }
  :: atomic {
       site[_pid] == inside ->
       assert(within == 1);
       within--;
       site[_pid] = idle;
       stamp[_pid] = 0;
       for (other : 0 .. (N - 1)) {
         agreed[_pid * N + other] = false
       };
       other = 0
     }
  od
}
