//! about = "Copies that write to variables of their own which nothing reads, and print"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 784, O1 = 688, O2 = 100 }
//! group = "2"
//! orbits = { O0 = 392, O1 = 344, O2 = 50 }

bool want_p, want_q;
bool inside_p, inside_q;
byte turn = 1;

active proctype p() {
	byte rounds;
	do
	:: want_p = true;
	   do
	   :: !want_q -> break
	   :: else ->
	      if
	      :: turn == 1
	      :: turn == 2 -> want_p = false; turn == 1; want_p = true
	      fi
	   od;
	   inside_p = true;
	   printf("p is inside\n");
	   rounds = 1 - rounds;
	   inside_p = false;
	   want_p = false;
	   turn = 2
	od
}

active proctype q() {
	byte rounds;
	do
	:: want_q = true;
	   do
	   :: !want_p -> break
	   :: else ->
	      if
	      :: turn == 2
	      :: turn == 1 -> want_q = false; turn == 2; want_q = true
	      fi
	   od;
	   inside_q = true;
	   printf("q is inside\n");
	   rounds = 1 - rounds;
	   inside_q = false;
	   want_q = false;
	   turn = 1
	od
}
