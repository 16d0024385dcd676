//! about = "?[..] tests for a message without side effect; ??[..] looks at the whole queue"
//! [[run]]
//! verdict = "holds"
//! states = 7
//! group = "1"
//! orbits = 6

chan box = [2] of { byte }

init {
  assert(!box?[4]);
  box!4;
  box!5;
  assert(box?[4] && !box?[5] && box??[5]);
  assert(len(box) == 2)
}
