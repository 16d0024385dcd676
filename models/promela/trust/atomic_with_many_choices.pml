//! about = "One atomic sequence with thousands of outcomes"
//! [[run]]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = { O0 = 32770, O1 = 16386, O2 = 3 }
//! group = "1"
//! orbits = { O0 = 32769, O1 = 16385, O2 = 2 }
#define C(x) if :: x = 1 :: x = 0 fi
active proctype p() {
  bool a, b, c, d, e, f, g, h, i, j, k, l, m, n;
  atomic { C(a); C(b); C(c); C(d); C(e); C(f); C(g); C(h); C(i); C(j); C(k); C(l); C(m); C(n) };
  assert(!(a && b && c && d && e && f && g && h && i && j && k && l && m && !n && !a))
}
