//! about = "for over a channel visits every message and leaves them in place"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 19, O1 = 19, O2 = 15 }
//! group = "1"
//! orbits = { O0 = 18, O1 = 18, O2 = 14 }

typedef message { byte value }
chan box = [3] of { message }
byte sum = 0

init {
  message m;
  m.value = 4; box!m;
  m.value = 5; box!m;
  for (m in box) {
    sum = sum + m.value
  };
  assert(sum == 9 && len(box) == 2)
}
