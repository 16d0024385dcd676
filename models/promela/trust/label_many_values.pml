//! about = "plain values between two processes: more of them in all states together than a small graph has arc colours"
//! [[run]]
//! verdict = "holds"
//! states = 3722
//! group = "2"
//! orbits = 1892
/* Two processes count in a cell that belongs to both, up to TOP. */
#ifndef TOP
#define TOP 60
#endif
typedef Row { byte c[3] };
Row m[3];

proctype P(byte other) {
end:	do
	:: atomic { m[_pid].c[other] < TOP -> m[_pid].c[other]++ }
	od
}

init {
	atomic {
		run P(2);
		run P(1)
	}
}
