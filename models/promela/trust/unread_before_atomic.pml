//! about = "The first statement of an atomic sequence writes what nothing reads; the rest of the sequence is seen by others"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 81, O1 = 81, O2 = 69 }
//! group = "2"
//! orbits = { O0 = 33, O1 = 33, O2 = 31 }
byte counter, done[2], seen;

proctype inc(byte me) { byte t; t = counter; counter = t + 1; done[me] = 1 }

init {
  atomic { run inc(0); run inc(1) }
  atomic { seen = 1; assert(done[0] + done[1] < 2 || counter == 2) }
}
