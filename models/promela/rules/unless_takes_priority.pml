//! about = "Once the escape is executable, the main sequence stops"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 45, O1 = 45 }

bool alarm = false
byte x = 0

active proctype worker() {
  {
    do
    :: x < 3 -> x++
    :: x == 3 -> x = 0
    od
  } unless {
    alarm -> assert(alarm); x = 9
  };
  assert(x == 9)
}

active proctype bell() { alarm = true }
