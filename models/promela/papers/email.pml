//! about = "N clients send mail to one another through one mailer and a network that holds two messages (N = 2..7)"
//! [[run]]
//! define = ["N=3"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = 23256
//! group = "6"
//! orbits = 3902
//! [[run]]
//! define = ["N=4"]
//! methods = ["auto", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 852641, O1 = 852641 }
//! group = "24"
//! orbits = 36255
//! [[run]]
//! define = ["N=5"]
//! large = true
//! verdict = "holds"
//! group = "120"
//! orbits = 265315

// A message is a pair of process ids, sender and receiver; mailboxes are permuted together with
// their owners. Published: 3 = 23256, 4 = 852641, 5 = 3.04e7 states; reduced 3902, 36255, 265315,
// then 1.7e6 and 9.3e6 for 6 and 7.

#ifndef N
#define N 4
#endif

byte ready = 0

chan mailbox[N + 1] = [1] of { pid, pid }
chan network = [2] of { pid, pid }
chan nowhere = [0] of { pid, pid }

proctype client(chan inbox) {
  pid sender;
  pid receiver;
  chan outbox;

  d_step { outbox = network; ready++ };
idle:
  atomic {
    (ready == N && (nempty(inbox) || nfull(outbox)));
    if
    :: nempty(inbox) -> goto read
    :: empty(inbox) && nfull(outbox) -> goto write
    fi;
read:
    inbox?sender, receiver;
    assert(receiver == _pid);
    sender = 0;
    receiver = 0;
    goto idle;
write:
    if
    :: receiver = 1
    :: receiver = 2
#if N >= 3
    :: receiver = 3
#endif
#if N >= 4
    :: receiver = 4
#endif
#if N >= 5
    :: receiver = 5
#endif
#if N >= 6
    :: receiver = 6
#endif
#if N >= 7
    :: receiver = 7
#endif
    fi;
    d_step {
      sender = _pid;
      outbox!sender, receiver;
      sender = 0;
      receiver = 0
    };
    goto idle
  }
}

proctype mailer(chan incoming) {
  pid sender;
  pid receiver;
  chan destination = nowhere;

next:
  atomic {
    incoming?sender, receiver;
    destination = mailbox[receiver]
  };
  atomic {
    destination!sender, receiver;
    destination = nowhere;
    sender = 0;
    receiver = 0;
    goto next
  }
}

init {
  byte started = 1;
  atomic {
    do
    :: started <= N -> run client(mailbox[started]); started++
    :: else -> break
    od;
    run mailer(network)
  }
}
