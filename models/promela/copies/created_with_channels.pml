//! about = "Copies that init creates one by one, each with a channel of its own"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 117, O1 = 28, O2 = 28 }
//! group = "6"
//! orbits = { O0 = 59, O1 = 20, O2 = 20 }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan to_a = [1] of { byte };
chan to_b = [1] of { byte };
chan to_c = [1] of { byte };
byte owner;

proctype client_a() {
	byte got;
end:
	do
	:: atomic { owner == 0 -> owner = 1 };
	   to_a!1;
	   to_a?got;
	   assert(owner == 1);
	   owner = 0
	od
}

proctype client_b() {
	byte got;
end:
	do
	:: atomic { owner == 0 -> owner = 2 };
	   to_b!1;
	   to_b?got;
	   assert(owner == 2);
	   owner = 0
	od
}

proctype client_c() {
	byte got;
end:
	do
	:: atomic { owner == 0 -> owner = 3 };
	   to_c!1;
	   to_c?got;
	   assert(owner == 3);
	   owner = 0
	od
}

init {
	run client_a();
	run client_b();
	run client_c()
}
