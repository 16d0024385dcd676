//! about = "A trace mentions a channel where it never gets to"
//! [[run]]
//! verdict = "violated"
//! violation = "trace"
//! states = 4
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan a = [1] of { bit }; chan b = [1] of { bit }; bit lock;
proctype P(chan c) {
end: atomic { lock == 0 -> lock = 1; c!1 };
end1: false
}
trace {
end: do
  :: b?1
  od;
  a!1
}
init { atomic { run P(a); run P(b) } }
