//! about = "A hidden variable keeps its value from one step to the next"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 5, O1 = 5, O2 = 4 }
//! group = "1"
//! orbits = { O0 = 4, O1 = 4, O2 = 3 }
/* a hidden variable keeps its value from one step to the next in SPIN */
hidden byte h;
active proctype P() { byte x; h = 3; x = h; assert(x != 3) }
