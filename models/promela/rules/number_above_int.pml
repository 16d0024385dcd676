//! about = "2147483648 wraps to a negative int, yet its negation is above every int: C takes it for a long"
//! [[run]]
//! verdict = "holds"
//! states = 15
//! group = "1"
//! orbits = 14
int x = 5;
int low = 2147483648;
bool met;

active proctype compare() {
    assert(low < 0);
    met = x < -2147483648; assert(met);
    met = x >= -2147483648; assert(!met);
    met = x == -2147483648; assert(!met);
    met = -2147483648 > low; assert(met);
    met = -2147483648 != low; assert(met);
    met = x > 2147483648; assert(met)
}
