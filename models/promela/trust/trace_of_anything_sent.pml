//! about = "A trace allows two sends of whatever it is on one channel; the third is one too many"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"
//! states = 12
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["SENDS=2"]
//! verdict = "holds"
//! states = 9
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

#ifndef SENDS
#define SENDS 3
#endif

chan q = [4] of { byte, bit };
byte sent;

active proctype P() {
  do
  :: sent < SENDS -> q!sent, 1; sent++
  :: else -> break
  od
}

trace { q!_, 1; q!_, _ }
