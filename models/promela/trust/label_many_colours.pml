//! about = "plain values between each two of three processes: more in one state than a small graph has arc colours"
//! [[run]]
//! verdict = "holds"
//! states = 1958
//! group = "6"
//! orbits = 328
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
/* Every process stamps every other once, in six cells. */
typedef Row { byte a[4]; byte b[4]; byte c[4]; byte d[4]; byte e[4]; byte f[4] };
Row m[4];
byte t;

inline stamp(o) {
	atomic {
		m[_pid].a[o] == 0 ->
		t++;
		m[_pid].a[o] = t;
		m[_pid].b[o] = t;
		m[_pid].c[o] = t;
		m[_pid].d[o] = t;
		m[_pid].e[o] = t;
		m[_pid].f[o] = t
	}
}

proctype P(byte next; byte last) {
end:	do
	:: stamp(next)
	:: stamp(last)
	od
}

init {
	atomic {
		run P(2, 3);
		run P(3, 1);
		run P(1, 2)
	}
}
