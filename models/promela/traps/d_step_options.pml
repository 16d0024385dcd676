//! about = "Inside d_step the first executable option is taken, so the order of options matters"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 35
//! group = "1"

// Three processes register in any order; age[p] tells when. The picker takes the first option that is
// executable, always process 1. It was second to register in two of six orders, but in a state sorted
// by age, upwards or downwards, it is never the second.

byte clock = 0
byte age[4] = 0
pid picked = 0

proctype contender() {
  atomic { clock++; age[_pid] = clock };
end_done:
  false
}

proctype picker() {
  clock == 3;
  d_step {
    if
    :: age[1] > 0 -> picked = 1
    :: age[2] > 0 -> picked = 2
    :: age[3] > 0 -> picked = 3
    fi
  };
  assert(age[picked] != 2);
end_done:
  false
}

init {
  atomic {
    run contender();
    run contender();
    run contender();
    run picker()
  }
}
