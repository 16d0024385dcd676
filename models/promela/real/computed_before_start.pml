//! about = "Before the processes exist a variable holds more than process numbers, so it cannot be stored as one"
//! [[run]]
//! verdict = "holds"
//! states = 10
//! group = "1"

int turn;
byte inside;

proctype User(byte step) {
	do
	:: atomic { turn == 0 -> turn = _pid };
	   inside = inside + step;
	   assert(inside == 1);
	   inside = inside - step;
	   turn = 0
	od
}

init {
	atomic {
		turn = 1000;
		run User(turn / 1000);
		turn = turn + 1;
		run User(turn - 1000);
		turn = 0
	}
}
