//! about = "An end label helps only the process that is at it"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = 1
//! group = "1"

bool go = false

active proctype patient() {
end:
  go
}

active proctype impatient() {
  go
}
