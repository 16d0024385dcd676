//! about = "The Needham-Schroeder public-key protocol with an intruder who takes part"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 57, O1 = 57, O2 = 37 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 122, O1 = 122, O2 = 84 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Alice talks to Bob or to the intruder; keys are names, and what is encrypted for somebody is read by nobody else. The intruder
// replays what it cannot read and composes what it knows. BROKEN is the original protocol, where Bob's answer does
// not carry his name: Lowe's attack makes Bob believe in a run with Alice that she never meant.

mtype = { alice, bob, intruder }
mtype = { nonce_a, nonce_b, nonce_i, none }
mtype = { first, second, third }

// kind, key (who can read it), two contents, and the name carried by the second message
chan net = [0] of { mtype, mtype, mtype, mtype, mtype }

mtype alice_partner = none
mtype bob_partner = none
bool alice_done = false
bool bob_done = false

active proctype initiator() {
  mtype partner, other;

  if
  :: partner = bob
  :: partner = intruder
  fi;
  alice_partner = partner;
end_first:
  net!first, partner, nonce_a, alice, none;
end_second:
#ifdef BROKEN
  net?second, eval(alice), eval(nonce_a), other, _;
#else
  net?second, eval(alice), eval(nonce_a), other, eval(partner);
#endif
end_third:
  net!third, partner, other, none, none;
  alice_done = true;
end_done:
  false
}

active proctype responder() {
  mtype claimed;

end_wait:
  net?first, eval(bob), nonce_a, claimed, _;
  if
  :: claimed == alice
  :: else -> goto end_silent
  fi;
  bob_partner = claimed;
end_answer:
  net!second, alice, nonce_a, nonce_b, bob;
end_third:
  net?third, eval(bob), eval(nonce_b), _, _;
  bob_done = true;
  assert(alice_partner == bob);
end_silent:
  false
}

active proctype spy() {
  mtype kind, key, x, y, z;
  bool knows_a = false, knows_b = false;
  mtype held_x = none, held_y = none, held_z = none;

end:
  do
  :: net?kind, key, x, y, z ->
     atomic {
       if
       :: key == intruder ->
          if
          :: x == nonce_a || y == nonce_a -> knows_a = true
          :: else
          fi;
          if
          :: x == nonce_b || y == nonce_b -> knows_b = true
          :: else
          fi
       :: kind == second && key == alice -> held_x = x; held_y = y; held_z = z
       :: else
       fi;
       kind = 0; key = 0; x = 0; y = 0; z = 0
     }
  :: knows_a ->
end_a:
     net!first, bob, nonce_a, alice, none
  :: held_x != none ->
end_h:
     net!second, alice, held_x, held_y, held_z
  :: knows_b ->
end_b:
     net!third, bob, nonce_b, none, none
  od
}
