//! about = "A variable that only printf reads is a divisor there"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"
//! orbits = 3
byte x = 1;
active proctype p() { x = 2; printf("%d\n", 10 / x) }
