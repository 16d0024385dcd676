//! about = "A hidden variable keeps its value from one step to the next"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
/* a hidden variable keeps its value from one step to the next in SPIN */
hidden byte h;
active proctype P() { byte x; h = 3; x = h; assert(x != 3) }
