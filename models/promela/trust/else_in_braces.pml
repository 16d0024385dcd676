//! about = "An `else` in braces is tried where it stands: what comes after it may be possible too"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 27, O1 = 27, O2 = 23 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte made;

proctype P() {
    made++
}

active proctype Q() {
    byte b;
    atomic {
        if
        :: { else; run P() }
        :: b == 0 -> b = 2
        fi
    };
    do
    :: atomic {
            b < 2;
            b = b + 1
        }
    :: {
            else;
            b = 0
        }
    :: b == 2 -> break
    od;
    assert(made == 1)
}
