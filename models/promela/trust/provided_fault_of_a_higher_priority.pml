//! about = "A provided clause is faulty only inside an atomic sequence of a process of lower priority, which asks for it"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 1
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte a[3]; byte i;

active proctype P() priority 3 provided (a[i] == 0) { end: i == 9 }

active proctype Q() { atomic { i = 7; skip; i = 0 } }
