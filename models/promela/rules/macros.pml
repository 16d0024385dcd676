//! about = "#define with arguments, #if, #ifdef and #undef"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 4, O1 = 3, O2 = 3 }
//! group = "1"
//! orbits = { O0 = 3, O1 = 2, O2 = 2 }

#define SQUARE(x) ((x) * (x))
#define LIMIT 5
#if LIMIT > 4 && !defined(ABSENT)
#define CHOSEN 1
#elif LIMIT > 2
#define CHOSEN 2
#else
#define CHOSEN 3
#endif
#undef LIMIT
#ifndef LIMIT
#define LIMIT 9
#endif

init {
  assert(SQUARE(2 + 1) == 9);
  assert(CHOSEN == 1 && LIMIT == 9)
}
