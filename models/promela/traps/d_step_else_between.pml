//! about = "An exchange of two values that would cross a `d_step` that begins with `else` is no symmetry"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 22, O1 = 22, O2 = 16 }
//! group = "1"
//! orbits = { O0 = 12, O1 = 12, O2 = 9 }

chan box2 = [1] of { pid };
chan box5 = [1] of { pid };
byte n; chan network = [5] of { pid };
active proctype mailer() {
    pid dest = 255;
    chan out = 0;
    network?dest;
    if
    :: dest == 2 -> out = box2
    :: d_step { else -> n = 1 }; dest == 3
    :: dest == 5 -> out = box5
    fi
}
active proctype client() {
    pid dest = 255;
    if
    :: dest = 2
    :: dest = 5
    fi;
    network!dest
}
