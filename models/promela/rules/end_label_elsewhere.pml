//! about = "An end label helps only the process that is at it"
//! [[run]]
//! verdict = "violated"
//! violation = "deadlock"
//! states = { O0 = 1, O1 = 1 }

bool go = false

active proctype patient() {
end:
  go
}

active proctype impatient() {
  go
}
