//! about = "break leaves the innermost loop"
//! [[run]]
//! verdict = "holds"
//! states = 24
//! group = "1"
//! orbits = 23

byte outer = 0
byte inner = 0

init {
  do
  :: outer < 2 ->
     outer++;
     do
     :: inner < 3 -> inner++
     :: else -> break
     od;
     inner = 0
  :: else -> break
  od;
  assert(outer == 2 && inner == 0)
}
