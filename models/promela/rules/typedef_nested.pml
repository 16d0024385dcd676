//! about = "Structures hold structures and arrays of them"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"
//! orbits = 6

typedef inner { byte a[2]; bit flag }
typedef outer { inner part[3]; short total }
outer thing

init {
  thing.part[1].a[0] = 5;
  thing.part[2].a[1] = 6;
  thing.part[2].flag = 1;
  thing.total = thing.part[1].a[0] + thing.part[2].a[1];
  assert(thing.total == 11 && thing.part[0].a[0] == 0 && thing.part[2].flag)
}
