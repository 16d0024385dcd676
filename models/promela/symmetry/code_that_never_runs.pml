//! about = "Statements that name one process stand behind conditions that never hold, and in front of messages that nobody sends"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "6"
//! orbits = 2

// `mode` is 0 or 1, so process 0 has no privilege; nobody sends on `orders`; whose turn it is never matters.
#define N 3
byte mode;
byte turn;
bool busy[N];
chan orders = [1] of { byte };

active [N] proctype Worker() {
	byte peer = N;
	do
	:: atomic { mode < 1 && !busy[_pid] -> busy[_pid] = true; mode = 1 }
	:: atomic { mode == 1 && busy[_pid] -> busy[_pid] = false; mode = 0 }
	:: atomic { mode == 2 && _pid <= 1 -> turn = _pid + 1 }
	:: turn > 1 && turn == _pid -> busy[0] = true
	:: orders?peer -> busy[(peer + 1) % N] = true
	od
}
