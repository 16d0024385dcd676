//! about = "Control is passed to and fro by rendezvous and never given up; the receiver's assertion fails"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 1
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan there = [0] of { byte };
chan back = [0] of { byte };

active proctype left() {
  byte b;
  atomic { do :: there!1; back?b od }
}

active proctype right() {
  byte b;
  atomic { do :: there?b; assert(b == 2); back!b od }
}
