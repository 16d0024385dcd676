//! about = "An `else` between other options is tried last, and its statements are numbered where they stand"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! line = 23
//! states = 16
//! group = "1"
//! orbits = 15

byte x;

active proctype P() {
    do
    :: x < 3 -> x++
    :: else -> x = 9; break
    :: x == 1 -> x = 2; x = 3
    od;
    if
    :: x == 4 -> x = 1
    :: else -> x = 5; x = 6
    :: x == 77 -> skip
    fi;
    assert(x != 6)
}
