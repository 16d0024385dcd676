//! about = "an array of bits, and the only field of a channel, hold bytes; a bit by itself holds one bit"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 11, O1 = 11, O2 = 10 }
//! group = "1"
//! orbits = { O0 = 10, O1 = 10, O2 = 9 }
typedef Flags { bit one; bit many[2] };
bool row[2];
bit alone;
Flags flags;
chan narrow = [1] of { bit };
byte got;

active proctype P() {
	d_step {
		row[1] = 3;
		alone = 3;
		flags.one = 2;
		flags.many[0] = 0;
		flags.many[0]--
	};
	assert(row[1] == 3);
	assert(alone == 1);
	assert(flags.one == 0);
	assert(flags.many[0] == 255);
	narrow!2;
	narrow?got;
	assert(got == 2);
	assert(false)
}
