/* Two processes count together. How often is n incremented? */
byte n = 0
byte finished = 0

active [2] proctype Counter() {
    byte mine
    mine = n        /* read */
    n = mine + 1    /* write */
    finished++
    finished == 2   /* wait for the other */
    assert(n == 2)
}
