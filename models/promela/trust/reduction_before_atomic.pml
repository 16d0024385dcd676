//! about = "The place before an atomic sequence is not passed through if the rest of the sequence is seen by others"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 81, O1 = 81, O2 = 69 }
//! group = "2"
//! orbits = { O0 = 33, O1 = 33, O2 = 31 }
byte counter, done[2];
proctype inc(byte me) { byte t; t = counter; counter = t + 1; done[me] = 1 }
init {
  byte i;
  atomic { run inc(0); run inc(1) }
  atomic { i = 0; assert(done[0] + done[1] < 2 || counter == 2) }
}
