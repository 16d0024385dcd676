/* The same with a lock. */
byte n = 0
byte finished = 0
bool locked = false

active [2] proctype Counter() {
    byte mine
    atomic { !locked -> locked = true }
    mine = n
    n = mine + 1
    locked = false
    finished++
    finished == 2
    assert(n == 2)
}
