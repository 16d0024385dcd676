//! about = "mtype names are numbered downwards from the last one declared"
//! [[run]]
//! verdict = "holds"
//! states = 6
//! group = "1"
//! orbits = 5

mtype = { apple, pear, plum }
mtype = { fig }
mtype fruit = pear

init {
  assert(apple == 3 && pear == 2 && plum == 1 && fig == 4);
  assert(fruit == pear && fruit != plum);
  fruit = fig;
  assert(fruit > apple)
}
