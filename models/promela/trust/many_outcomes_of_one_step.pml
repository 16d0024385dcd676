//! about = "Free choices in a row that nobody else notices do not become one step with millions of outcomes"
//! [[run]]
//! verdict = "holds"
#define C(x) if :: x = 1 :: x = 0 fi
active proctype p() { bool a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,q,r,s,t,u,v,w;
 C(a);C(b);C(c);C(d);C(e);C(f);C(g);C(h);C(i);C(j);C(k);C(l);C(m);C(n);C(o);C(q);C(r);C(s);C(t);C(u);C(v);C(w);
 assert(!(a&&b&&c&&d&&e&&f&&g&&h&&i&&j&&k&&l&&m&&n&&o&&q&&r&&s&&t&&u&&v&&!w&&!a)) }
