//! about = "Control is passed to and fro by rendezvous and never given up; the receiver's assertion fails"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"

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
