//! about = "Messages left in a channel do not make an end state invalid"
//! [[run]]
//! verdict = "holds"
//! states = { O0 = 4, O1 = 4 }

chan box = [2] of { byte }

active proctype sender() {
  box!1;
  box!2
}
