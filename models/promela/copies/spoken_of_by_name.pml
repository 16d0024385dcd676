//! about = "Copies of which one is named by its type: what is asked of it is asked of no other"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 274, O1 = 256, O2 = 65 }
//! group = "1"

byte last;

active proctype left() {
	byte mine;
	do
	:: mine < 2 -> mine++; last = 1
	:: mine == 2 -> mine = 0
	od
}

active proctype right() {
	byte mine;
	do
	:: mine < 2 -> mine++; last = 1
	:: mine == 2 -> mine = 0
	od
}

active proctype watch() {
	do
	:: left:mine == 1 -> break
	od;
	assert(left:mine != 2)
}
