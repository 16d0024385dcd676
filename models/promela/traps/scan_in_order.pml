//! about = "A loop that scans an array by counting treats its slots in order"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 35
//! group = "1"

// Three processes register in any order; age[p] tells when. The picker counts upwards and stops at the
// first that has registered: process 1, whatever its age.

byte clock = 0
byte age[4] = 0

proctype contender() {
  atomic { clock++; age[_pid] = clock };
end_done:
  false
}

proctype picker() {
  byte i = 1;
  clock == 3;
  do
  :: age[i] == 0 -> i++
  :: else -> break
  od;
  assert(age[i] != 2);
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
