//! about = "The alternating bit protocol over lossy channels"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 664, O1 = 479, O2 = 126 }
//! group = "1"
//! [[run]]
//! define = ["BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 6662, O1 = 1604, O2 = 504 }
//! group = "1"

// Both channels may lose any message. The receiver must get 0, 1, 2, 0, ... in order. BROKEN has a sender that
// takes any acknowledgement for the right one.

mtype = { message, acknowledge }
chan forth = [1] of { mtype, byte, bit }
chan back = [1] of { mtype, bit }

active proctype sender() {
  byte data = 0;
  bit parity = 0;
  bit answer;

  do
  :: forth!message, data, parity
  :: back?acknowledge, answer ->
     if
#ifdef BROKEN
     :: true ->
#else
     :: answer == parity ->
#endif
        parity = 1 - parity;
        data = (data + 1) % 3
     :: else
     fi
  od
}

active proctype receiver() {
  byte data, expected = 0;
  bit parity, wanted = 0;

  do
  :: forth?message, data, parity ->
     if
     :: parity == wanted ->
        assert(data == expected);
        expected = (expected + 1) % 3;
        wanted = 1 - wanted
     :: else
     fi;
     back!acknowledge, parity
  od
}

active proctype thief() {
  do
  :: forth?message, _, _
  :: back?acknowledge, _
  od
}
