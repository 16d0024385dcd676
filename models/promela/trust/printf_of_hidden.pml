//! about = "A variable that only printf reads is a divisor there"
//! [[run]]
//! verdict = "holds"
byte x = 1;
active proctype p() { x = 2; printf("%d\n", 10 / x) }
