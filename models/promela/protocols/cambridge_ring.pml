//! about = "A slotted ring with responses: minipackets go round and come back marked by the station they were sent to"
//! [[run]]
//! define = ["N=2"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = { O0 = 8779, O1 = 2517, O2 = 555 }
//! group = "1"
//! [[run]]
//! define = ["N=2", "BROKEN=1"]
//! large = true
//! verdict = "violated"
//! violation = "assertion"
//! states = { O1 = 232021, O2 = 14141 }
//! group = "1"
//! [[run]]
//! define = ["N=3"]
//! large = true
//! verdict = "holds"
//! states = { O1 = 1636772, O2 = 137879 }
//! group = "1"

// After the Cambridge Ring (Wilkes and Wheeler, The Cambridge digital communication ring, 1979; Hopper and Needham, The
// Cambridge Fast Ring, 1988). A slot goes from station to station. A station with something to send fills an empty one; the
// station addressed marks it accepted, busy or unselected as it passes; its sender empties it when it comes back, and sends
// again what was not accepted. A station selects one source until it has a whole block. The parts of a block arrive in order
// and once; BROKEN takes a busy response for an accepted one.
#ifndef N
#define N 3
#endif
#ifndef BLOCK
#define BLOCK 3
#endif
#define NONE 255

mtype = { empty_slot, sent, accepted, busy, unselected }

chan link[N] = [1] of { mtype, byte, byte, byte } /* mark, source, destination, part */
chan arrived[N] = [1] of { byte, byte }           /* source, part */

active [N] proctype station() {
	mtype mark;
	byte source;
	byte destination;
	byte part;
	byte to = NONE;
	byte next;
	byte selected = NONE;
	if
	:: _pid == 0 -> link[1]!empty_slot(NONE, NONE, 0)
	:: else
	fi;
	do
	:: atomic { link[_pid]?mark(source, destination, part) ->
		if
		:: mark == empty_slot ->
			if
			:: to != NONE -> mark = sent; source = _pid; destination = to; part = next
			:: to == NONE -> select (to : 0 .. N - 1);
				if
				:: to == _pid -> to = NONE
				:: else -> next = 0
				fi
			fi
		:: mark != empty_slot && source == _pid ->
			if
#ifdef BROKEN
			:: mark == accepted || mark == busy ->
#else
			:: mark == accepted ->
#endif
				next++;
				if
				:: next == BLOCK -> to = NONE; next = 0
				:: else
				fi
			:: else
			fi;
			mark = empty_slot; source = NONE; destination = NONE; part = 0
		:: mark == sent && destination == _pid ->
			if
			:: selected != NONE && selected != source -> mark = unselected
			:: (selected == NONE || selected == source) && full(arrived[_pid]) -> mark = busy
			:: (selected == NONE || selected == source) && nfull(arrived[_pid]) ->
				arrived[_pid]!source(part);
				mark = accepted;
				selected = (part == BLOCK - 1 -> NONE : source)
			fi
		:: else
		fi;
		link[(_pid + 1) % N]!mark(source, destination, part);
		mark = 0; source = 0; destination = 0; part = 0 }
	od
}

active [N] proctype host() {
	byte me = _pid - N;
	byte from;
	byte source;
	byte part;
	byte expected;
	do
	:: arrived[me]?source(part) ->
		assert(part == expected && (part == 0 || source == from));
		from = source;
		expected = (part == BLOCK - 1 -> 0 : part + 1)
	od
}
