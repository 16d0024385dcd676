//! about = "A provided clause becomes faulty when its process has ended and is not removed yet"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"

byte a[3]; byte i; bit done;

active proctype P() provided (a[i] == 0) { done = 1 }

active proctype Q() { done == 1; i = 7 }
