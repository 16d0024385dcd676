//! about = "A constant in a receive is a pattern; only a matching head message can be taken"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! orbits = 7

chan box = [2] of { byte, byte }
byte x

init {
  box!1, 10;
  box!2, 20;
  if
  :: box?2, x -> assert(false)
  :: box?1, x
  fi;
  assert(x == 10);
  box?2, x;
  assert(x == 20 && empty(box))
}
