//! about = "A channel can be sent through a channel and used by the one who receives it"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 55, O1 = 55, O2 = 30 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan desk = [1] of { chan, byte }

proctype client(byte n) {
  chan mine = [1] of { byte };
  byte answer;
  desk!mine, n;
  mine?answer;
  assert(answer == 2 * n)
}

proctype server() {
  chan reply;
  byte n;
end:
  do
  :: desk?reply, n; reply!2 * n
  od
}

init {
  atomic { run server(); run client(3); run client(4) }
}
