//! about = "Lamport's bakery for N processes, tickets bounded"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 5201, O1 = 4921, O2 = 849 }
//! group = "1"
//! [[run]]
//! define = ["BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 5887, O1 = 5627, O2 = 912 }
//! group = "1"

// Customers draw a number one higher than all they see and wait for smaller numbers; ties go by process id, an
// order that no symmetry keeps. Tickets stop at LIMIT: nobody draws a higher one until the shop has emptied.
// BROKEN looks at the others' numbers without waiting until they have finished choosing.

#ifndef N
#define N 2
#endif
#define LIMIT 4

bool choosing[N] = false
byte number[N] = 0
byte serving = 0

active [N] proctype customer() {
  byte other, highest;

  do
  :: choosing[_pid] = true;
     highest = 0;
     other = 0;
     do
     :: other < N ->
        if
        :: number[other] > highest -> highest = number[other]
        :: else
        fi;
        other++
     :: else -> break
     od;
     if
     :: highest < LIMIT -> number[_pid] = highest + 1
     :: else -> choosing[_pid] = false; goto wait
     fi;
     choosing[_pid] = false;
     other = 0;
     do
     :: other < N ->
#ifndef BROKEN
        !choosing[other];
#endif
        (number[other] == 0 || number[other] > number[_pid] || (number[other] == number[_pid] && other >= _pid));
        other++
     :: else -> break
     od;
     serving++;
     assert(serving == 1);
     serving--;
     number[_pid] = 0;
wait:
     skip
  od
}
