//! about = "Sending to a channel variable that holds no channel is an error"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 3
//! group = "1"

chan real = [1] of { byte }
chan perhaps
byte x = 0

active proctype sender() {
  x = 1;
  if
  :: x == 2 -> perhaps = real
  :: else
  fi;
  perhaps!1
}
