//! about = "Three stations written out in a ring, each with a rendezvous channel to the next and an array of its own"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 92, O1 = 62, O2 = 72 }
//! group = "3"
//! orbits = { O0 = 68, O1 = 46, O2 = 46 }
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan ab = [0] of { bit };
chan bc = [0] of { bit };
chan ca = [0] of { bit };
byte holder = 1;

active proctype a() {
	bit seen[2];
	bit got;
end:
	do
	:: holder == 1 -> ab!seen[1]; seen[1] = 1
	:: atomic { ca?got -> holder = 1 }; seen[got] = 1
	od
}

active proctype b() {
	bit seen[2];
	bit got;
end:
	do
	:: holder == 2 -> bc!seen[1]; seen[1] = 1
	:: atomic { ab?got -> holder = 2 }; seen[got] = 1
	od
}

active proctype c() {
	bit seen[2];
	bit got;
end:
	do
	:: holder == 3 -> ca!seen[1]; seen[1] = 1
	:: atomic { bc?got -> holder = 3 }; seen[got] = 1
	od
}
