//! about = "An exchange of two values that would cross an `else` behind which -O2 forgets a variable is no symmetry"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 33, O1 = 33, O2 = 22 }
//! group = "1"
//! orbits = { O0 = 18, O1 = 18, O2 = 13 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan box2 = [1] of { pid, pid };
chan box5 = [1] of { pid, pid };
chan network = [5] of { pid, pid };

proctype mailer(chan in) {
    pid source = 255;
    pid dest = 255;
    chan out = 0;
    in?source, dest;
    if
    :: source == 0
    :: if
       :: dest == 2 -> out = box2
       :: { else; dest == 3 }
       :: dest == 5 -> out = box5
       fi
    fi
}

proctype client(chan in) {
    pid source = 255, dest = 255;
    if
    :: dest = 2
    :: dest = 5
    fi;
    network!source, dest
}

init {
    run client(box5);
    run mailer(network)
}
