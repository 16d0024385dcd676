//! about = "A trace that is not at its end is no error once every process is gone"
//! [[run]]
//! verdict = "holds"
//! states = 17
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]

chan q = [1] of { byte };
byte g;
trace { do :: q!0 :: q!1 :: q?_ od }
active [2] proctype P() {
	byte x;
	q!0;
	g = 1 - g;
	q?x
}
