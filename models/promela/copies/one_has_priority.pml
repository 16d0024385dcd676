//! about = "Copies of which one has a higher priority"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 8
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

byte count;

active proctype low() priority 1 {
	do
	:: count < 2 -> count++
	od
}

active proctype high() priority 5 {
	do
	:: count < 2 -> count++
	od
}

active proctype watch() priority 5 {
	count == 2 -> assert(false)
}
