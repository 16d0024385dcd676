/* CLIENTS send requests to a server, which answers one after the other. */
#ifndef CLIENTS
#define CLIENTS 6
#endif

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
    :: request ? who ->
       served++;
       assert(served == 1);
       reply[who] ! 1;
       served == 0
    od
}
