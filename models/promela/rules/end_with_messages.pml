//! about = "Messages left in a channel do not make an end state invalid"
//! [[run]]
//! verdict = "holds"
//! states = 4
//! group = "1"
//! orbits = 3

chan box = [2] of { byte }

active proctype sender() {
  box!1;
  box!2
}
