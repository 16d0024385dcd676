//! about = "Copies that differ in one constant deep inside: the second resets the count to another value, which the assertion rules out"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 51, O1 = 12, O2 = 11 }
//! group = "1"
//! orbits = { O0 = 47, O1 = 11, O2 = 10 }

byte count, step;

active proctype first() {
	byte seen;
	do
	:: atomic { count < 3 -> count++; seen = count }
	:: atomic { count == 3 ->
	   if
	   :: step == 0 -> step = 1
	   :: step == 1 -> d_step { seen = 0; if :: count > 2 -> count = 0 :: else fi }
	   fi }
	od
}

active proctype second() {
	byte seen;
	do
	:: atomic { count < 3 -> count++; seen = count }
	:: atomic { count == 3 ->
	   if
	   :: step == 0 -> step = 1
	   :: step == 1 -> d_step { seen = 0; if :: count > 2 -> count = 5 :: else fi }
	   fi }
	od
}

active proctype watch() {
end:
	count == 5 -> assert(false)
}
