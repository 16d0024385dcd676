//! about = "A provided clause is faulty only while a rendezvous is on offer for which its process waits"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = 2
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte a[3]; byte i;
chan ch = [0] of { byte };

active proctype Sender() { atomic { i = 7; ch ! 1 } }

active proctype Receiver() { end: atomic { ch ? 1; i = 0 } }

active proctype Other() provided (a[i] == 0) { end: ch ? 1 }
