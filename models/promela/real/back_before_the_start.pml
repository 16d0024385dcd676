//! about = "A process ends and another takes its number: a state on the way to the start comes again after it"
//! [[run]]
//! verdict = "holds"
//! states = 16
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan lines[2] = [1] of { byte }

active proctype first() priority 3 { lines[0]!0 }

proctype child() { skip }

active proctype creator() {
end:
  do
  :: atomic { _nr_pr < 5 -> run child() }
  od
}
