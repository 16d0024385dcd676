//! about = "The loop inside the atomic is a jump, with an else and a blocked way out"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 1
//! group = "1"

byte b;

active proctype endless() {
  atomic {
    b = 2;
again:
    if
    :: b == 3 -> goto out
    :: else -> assert(b == 1)
    fi;
    goto again;
out:
    b = 0
  }
}
