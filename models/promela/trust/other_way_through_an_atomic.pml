//! about = "Where a variable left the state, a run goes another way through an atomic loop than the original program tells first"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 22, O1 = 22, O2 = 7 }
//! group = "1"
//! orbits = { O0 = 15, O1 = 15, O2 = 4 }

bit x;
byte y;

active proctype P() {
    byte p;
    atomic {
        do
        :: x = !x
        :: p < 5 -> p++
        :: p == 3 -> break
        od
    };
    assert(p != 3)
}

active proctype Q() {
    y = 1;
    y = 2
}
