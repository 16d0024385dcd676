//! about = "Ids in a sorted channel come out in numerical order, which no permutation keeps"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 35
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Three processes register in any order; age[p] tells when. The sorted queue yields process 1 first,
// which was second to register in two of six orders, but never in a state sorted by age.

byte clock = 0
byte age[4] = 0
chan queue = [3] of { pid }

proctype contender() {
  atomic { clock++; age[_pid] = clock; queue!!_pid };
end_done:
  false
}

proctype picker() {
  pid picked;
  clock == 3;
  queue?picked;
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
