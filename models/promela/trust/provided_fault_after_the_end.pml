//! about = "A provided clause becomes faulty when its process has ended and is not removed yet"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 5
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte a[3]; byte i; bit done;

active proctype P() provided (a[i] == 0) { done = 1 }

active proctype Q() { done == 1; i = 7 }
