/* The same, but the server has a favourite: client 0 is served without waiting for the others. */
#define CLIENTS 6

chan request = [2] of { pid }
chan reply[CLIENTS] = [0] of { bit }
byte served = 0

active [CLIENTS] proctype Client() {
    do
    :: request ! _pid;
       reply[_pid] ? 1;
       served--
    od
}

active proctype Server() {
    pid who
    do
    :: atomic { request ?? [0] -> request ?? 0 };
       served++;
       reply[0] ! 1;
       served == 0
    :: atomic { !(request ?? [0]) && nempty(request) -> request ? who };
       served++;
       reply[who] ! 1;
       served == 0
    od
}
