//! about = "A symmetry exchanges locations of a process with more than 256 of them: it is not used, and that is no internal error"
//! [[run]]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 3661
//! group = "1"

// The hub is the only one that tells its clients apart, by where it stands.

#define FOUR(x) x; x; x; x
#define LONG(x) FOUR(FOUR(FOUR(FOUR(x))))

bit asked[2]; bit given[2]; byte count;

active [2] proctype Client() {
end:
  do
  :: asked[_pid] = 1; given[_pid] == 1; count++; assert(count < 2); count--; given[_pid] = 0
  od
}

bit g;
active proctype Hub() {
end:
  do
  :: asked[0] == 1 -> asked[0] = 0; LONG(g = 1 - g); given[0] = 1
  :: asked[1] == 1 -> asked[1] = 0; LONG(g = 1 - g); given[1] = 1
  od
}
