//! about = "A hidden array that only init writes is settled; one that others write is scratch"
//! [[run]]
//! verdict = "holds"
//! states = 19
//! group = "2"
//! orbits = 13

typedef row { bool to[3] };

hidden row linked[3];
hidden byte seen[3];
byte visits[3];

proctype walker() {
  byte at;
  byte next;
  do
  :: atomic {
       seen[0] = 0; seen[1] = 0; seen[2] = 0;
       do
       :: next < 3 && linked[at].to[next] && !seen[next] -> seen[next] = 1; next++
       :: next < 3 && (!linked[at].to[next] || seen[next]) -> next++
       :: else -> break
       od;
       next = 0;
       assert(seen[(at + 1) % 3] && !seen[at]);
       visits[at] = 1 - visits[at];
       at = (at + 1) % 3
     }
  od
}

init {
  atomic {
    linked[0].to[1] = true;
    linked[1].to[2] = true;
    linked[2].to[0] = true;
    run walker();
    run walker()
  }
}
