//! about = "Sorting in a pipeline: each stage keeps the largest number it has seen and passes the others on"
//! [[run]]
//! define = ["N=3"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = { O0 = 13293, O1 = 12408, O2 = 1151 }
//! group = "1"
//! orbits = { O0 = 12581, O1 = 11696, O2 = 1011 }
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 16303, O1 = 15928, O2 = 2019 }
//! group = "1"
//! orbits = { O0 = 15347, O1 = 14972, O2 = 1739 }
//! [[run]]
//! define = ["N=4"]
//! large = true
//! verdict = "holds"
//! states = { O0 = 338731, O1 = 301925 }
//! group = "1"

// A source sends N numbers in any order; stage i hands on all but the largest that it receives, so that in the end the
// stages hold the numbers in descending order. BROKEN lets a stage hand on the larger number when the two differ by one.
#ifndef N
#define N 4
#endif
#ifndef ROOM
#define ROOM 2
#endif

chan pipe[N] = [ROOM] of { byte }
byte held[N]
byte ready

active proctype source() {
	byte sent;
	byte x;
	do
	:: sent < N ->
		select (x : 1 .. N);
		pipe[0]!x;
		sent++
	:: else -> break
	od
}

active [N] proctype stage() {
	byte i = _pid - 1;
	byte mine;
	byte next;
	byte left = N - i - 1;
	pipe[i]?mine;
	do
	:: left > 0 ->
		pipe[i]?next;
		if
#ifdef BROKEN
		:: next > mine + 1 ->
#else
		:: next > mine ->
#endif
			pipe[i + 1]!mine;
			mine = next
		:: else -> pipe[i + 1]!next
		fi;
		left--
	:: else -> break
	od;
	held[i] = mine;
	ready++;
	ready == N;
	assert(i == 0 || held[i - 1] >= held[i])
}
