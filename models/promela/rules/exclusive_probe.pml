//! about = "With `xs` a question that only the sender can falsify is local, and merges with what follows it"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 102, O1 = 42, O2 = 27 }
//! group = "1"

chan q = [2] of { byte }
byte polled

active proctype sender() {
  xs q;
  byte asked;
  do
  :: asked < 3 ->
     if
     :: empty(q) -> asked++; asked = asked + polled
     :: nfull(q) -> asked++; q!1
     fi
  :: else -> break
  od
}

active proctype receiver() {
  xr q;
  byte got;
end:
  do
  :: nempty(q) -> got = 0; q?got
  :: len(q) == 2 -> got = 0; polled = 0
  od
}
