//! about = "eval in a receive compares with a variable's value instead of assigning to it"
//! [[run]]
//! verdict = "holds"
//! states = 8
//! group = "1"
//! orbits = 7

chan box = [2] of { byte }
byte wanted = 5

init {
  box!5;
  box!6;
  box?eval(wanted);
  assert(wanted == 5 && len(box) == 1);
  if
  :: box?eval(wanted) -> assert(false)
  :: box?wanted -> assert(wanted == 6)
  fi
}
