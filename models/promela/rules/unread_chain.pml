//! about = "variables that are only copied to one another are read nowhere, unless copying may fail"
//! [[run]]
//! verdict = "violated"
//! violation = "runtime"
//! states = { O0 = 3060, O1 = 3060, O2 = 2292 }
//! group = "1"
byte a
byte b
byte divisor = 2

active proctype Copy() {
	byte mine;
	do
	:: a++; mine = a; b = mine
	:: a > 3 -> break
	od
}

active proctype Divide() {
	byte result;
	divisor--;
	divisor--;
	result = 6 / divisor
}
