//! about = "Free choices in a row that nobody else notices do not become one step with thousands of outcomes"
//! [[run]]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = { O0 = 49152, O1 = 32768, O2 = 531 }
//! group = "1"
//! orbits = { O0 = 49151, O1 = 32767, O2 = 530 }
#define C(x) if :: x = 1 :: x = 0 fi
active proctype p() {
  bool a, b, c, d, e, f, g, h, i, j, k, l, m, n;
  C(a); C(b); C(c); C(d); C(e); C(f); C(g); C(h); C(i); C(j); C(k); C(l); C(m); C(n);
  assert(!(a && b && c && d && e && f && g && h && i && j && k && l && m && !n && !a))
}
