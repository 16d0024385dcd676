/* Two clients that wait for one place: eight states, five orbits. */
bool busy
byte waiting

active [2] proctype P() {
    do
    :: atomic { waiting < 2 -> waiting++ }
       atomic { !busy -> busy = true; waiting-- }
       busy = false
    od
}
