//! about = "One atomic sequence with a quarter of a million outcomes is explored piece by piece"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 524290, O1 = 262146 }
#define C(x) if :: x = 1 :: x = 0 fi
active proctype p() {
  bool a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, q, r, s;
  atomic {
    C(a); C(b); C(c); C(d); C(e); C(f); C(g); C(h); C(i); C(j); C(k); C(l); C(m); C(n); C(o); C(q); C(r); C(s)
  };
  assert(!(a && b && c && d && e && f && g && h && i && j && k && l && m && n && o && q && r && !s && !a))
}
