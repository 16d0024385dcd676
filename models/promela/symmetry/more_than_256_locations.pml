//! about = "Locations inside atomic sequences, one for each partner, are exchanged though a process has more than 256 of them"
//! [[run]]
//! verdict = "holds"
//! states = 73
//! group = "24"
//! orbits = 6
//! not_exact = ["sorted", "markers", "first-appearance"]

// Four users call one another. What a user does with a partner is written once for each, a statement at a time.
bool busy[4];
byte partner[4] = 4;

#define RING(n) partner[_pid] = n; busy[n] = 1; busy[_pid] = 1; \
	assert(partner[_pid] == n); assert(busy[n]); assert(busy[_pid])
#define SPEAK(n) assert(partner[_pid] == n); assert(busy[n]); busy[n] = 0; busy[n] = 1; \
	assert(busy[n]); assert(partner[n] == 4); partner[n] = n; partner[n] = 4
#define HANG_UP(n) assert(partner[_pid] == n); busy[n] = 0; busy[_pid] = 0; partner[_pid] = 4; \
	assert(!busy[n]); assert(!busy[_pid])
#define WITH(n) :: atomic { n != _pid && !busy[n] && !busy[_pid] -> RING(n) }; \
	atomic { busy[_pid] -> SPEAK(n); SPEAK(n) }; \
	atomic { busy[n] -> SPEAK(n); HANG_UP(n); assert(!busy[n]); HANG_UP_AGAIN(n) }
#define HANG_UP_AGAIN(n) busy[n] = 0; busy[_pid] = 0; partner[_pid] = 4; assert(!busy[n]); \
	busy[n] = 1; busy[n] = 0; busy[_pid] = 1; busy[_pid] = 0; assert(!busy[_pid]); \
	partner[n] = n; partner[n] = 4; assert(partner[n] == 4); assert(partner[_pid] == 4); \
	busy[n] = 1; busy[n] = 0; busy[n] = 1; busy[n] = 0; busy[n] = 1; busy[n] = 0; \
	partner[n] = n; partner[n] = 4; partner[n] = n; partner[n] = 4; partner[n] = n; partner[n] = 4; \
	busy[n] = 1; busy[n] = 0; busy[n] = 1; busy[n] = 0; busy[n] = 1; busy[n] = 0

active [4] proctype User() {
	do
	WITH(0)
	WITH(1)
	WITH(2)
	WITH(3)
	od
}
