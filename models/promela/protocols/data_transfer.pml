//! about = "Connection, data transfer and disconnection over channels that lose messages"
//! [[run]]
//! define = ["WINDOW=1"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = { O0 = 37746, O1 = 22380, O2 = 10485 }
//! group = "1"
//! [[run]]
//! define = ["WINDOW=1", "BROKEN=1"]
//! slow_methods = ["lazy", "lazy-without-subsumption"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 406782, O1 = 129402, O2 = 41079 }
//! group = "1"
//! [[run]]
//! define = ["WINDOW=2", "ROOM=3"]
//! large = true
//! verdict = "holds"
//! states = { O0 = 1653176, O1 = 876146, O2 = 259354 }
//! group = "1"

// The classes of a transport protocol in small: a connection is requested and confirmed, data numbered modulo 2 * WINDOW goes
// in a window with cumulative acknowledgements, and a disconnection is requested and confirmed; everything is sent again
// until it is answered, and each connection has a number of its own so that late messages of the one before are told apart.
// Data arrives in order, once, and of the present connection. BROKEN leaves the number of the data unchecked.
#ifndef WINDOW
#define WINDOW 1
#endif
#ifndef CONNECTIONS
#define CONNECTIONS 2
#endif
#ifndef ROOM
#define ROOM 2
#endif
#define NUMBERS (2 * WINDOW)
#define COLOURS 3

mtype = { request, confirm, data, ack, leave, bye }

chan forth = [ROOM] of { mtype, byte, byte, byte } /* kind, connection, number, colour */
chan back = [ROOM] of { mtype, byte, byte }        /* kind, connection, number */

active proctype initiator() {
	byte connection;
	byte base;
	byte ahead;
	byte colour;
	byte upto;
	byte which;
connect:
	do
	:: forth!request(connection, 0, colour)
	:: back?confirm(which, _) ->
		if
		:: which == connection -> break
		:: else
		fi
	:: back?bye(_, _)
	:: back?ack(_, _)
	od;
	do
	:: ahead < WINDOW -> forth!data(connection, (base + ahead) % NUMBERS, (colour + ahead) % COLOURS); ahead++
	:: ahead > 0 -> ahead = 0
	:: back?ack(which, upto) ->
		if
		:: which == connection && (upto + NUMBERS - base) % NUMBERS <= WINDOW ->
			colour = (colour + (upto + NUMBERS - base) % NUMBERS) % COLOURS;
			base = upto;
			ahead = 0
		:: else
		fi
	:: back?confirm(_, _)
	:: back?bye(_, _)
	:: ahead == 0 -> break
	od;
	do
	:: forth!leave(connection, 0, 0)
	:: back?bye(which, _) ->
		if
		:: which == connection -> break
		:: else
		fi
	:: back?ack(_, _)
	:: back?confirm(_, _)
	od;
	atomic { connection = (connection + 1) % CONNECTIONS; base = 0; ahead = 0; goto connect }
}

active proctype responder() {
	byte connection = CONNECTIONS;
	byte which;
	byte number;
	byte colour;
	byte expected;
	byte wanted;
	do
	:: forth?request(which, number, colour) ->
		if
		:: which != connection -> connection = which; expected = 0; wanted = colour
		:: else
		fi;
		back!confirm(which, 0)
	:: forth?data(which, number, colour) ->
		if
#ifdef BROKEN
		:: which == connection ->
#else
		:: which == connection && number == expected ->
#endif
			assert(which == connection && colour == wanted);
			expected = (expected + 1) % NUMBERS;
			wanted = (wanted + 1) % COLOURS;
			back!ack(which, expected)
		:: else -> back!ack(which, expected)
		fi
	:: forth?leave(which, _, _) -> back!bye(which, 0)
	od
}

active proctype loss() {
	do
	:: forth?_(_, _, _)
	:: back?_(_, _)
	od
}
