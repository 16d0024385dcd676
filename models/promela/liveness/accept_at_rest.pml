//! about = "A process that rests at an accept label for ever: the deadlock repeats it"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "cycle"
//! properties = { safety = "violated", accept = "violated" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "cycle"
//! properties = { safety = "violated", accept = "violated" }

chan nobody = [0] of { bit }

active [2] proctype waits() {
accept_waiting:
  nobody!1
}
