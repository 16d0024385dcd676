//! about = "A provided clause is faulty only while a rendezvous is on offer, and its process does not wait for it"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 3
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// The index is outside its array from the offer until the receiver, still inside its atomic sequence, has put it back.

byte a[3]; byte i;
chan ch = [0] of { byte };

active proctype Sender() { atomic { i = 7; ch ! 1 } }

active proctype Bystander() provided (a[i] == 0) { byte x; end: do :: x == 1 -> x = 1 od }

active proctype Receiver() { end: atomic { ch ? 1; i = 0 } }
