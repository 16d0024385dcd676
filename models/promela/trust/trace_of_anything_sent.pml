//! about = "A trace allows two sends of whatever it is on one channel; the third is one too many"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"
//! [[run]]
//! define = ["SENDS=2"]
//! verdict = "holds"

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
