/* Two processes take turns, and one asks whether the other ever gets its turn. */
mtype = { red, green }
mtype light = red
bool waiting = false

active proctype Light() {
    do
    :: light == red -> light = green
    :: light == green -> light = red
    od
}

active proctype Car() {
    do
    :: !waiting -> waiting = true
    :: waiting && light == green -> waiting = false
    od
}

ltl passes { [] (waiting -> <> !waiting) }
ltl stops  { [] <> (light == red) }
