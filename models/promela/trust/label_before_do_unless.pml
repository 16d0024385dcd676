//! about = "A label before a loop that an `unless` guards belongs to the loop, which is entered again under the escape"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 10
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte x;

active proctype P() {
again:
    do
    :: x < 3 -> x++
    :: x < 2 -> x = x + 2
    od unless { x == 2 };
    if
    :: x == 2 -> x = 1; goto again
    :: x == 1
    fi;
    x == 5
}
