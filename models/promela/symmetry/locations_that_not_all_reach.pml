//! about = "Locations of which each process reaches some and its image others"
//! [[run]]
//! verdict = "holds"
//! states = 112
//! group = "6"
//! orbits = 26

// Four users, of whom nobody calls the first. What a user does with a partner is written once for each.
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
	:: atomic { busy[_pid] = 1 }
	WITH(1)
	WITH(2)
	WITH(3)
	od
}
