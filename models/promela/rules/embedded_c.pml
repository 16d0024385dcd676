//! about = "Embedded C is refused: a model must never run code"
//! [[run]]
//! verdict = "refused"

c_decl { int counter; }
byte x = 0

init {
  c_code { counter = 1; };
  x = 1
}
