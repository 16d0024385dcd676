//! Recognising symmetric, alternating, cyclic and dihedral groups.
//!
//! A transitive group on `n` points of order `n!` is the symmetric group, and one of half that order is the
//! alternating group: the order decides (this is what GAP's `IsNaturalSymmetricGroup` answers, which
//! Donaldson and Miller ask in section 4.3). An abelian group is cyclic when its exponent is its order. A
//! group of order `2m` is dihedral when an element of order `m` is inverted by every generator outside its
//! powers; such an element is found among random ones, since at least a tenth of a dihedral group of any
//! degree we can hold has that order.

use num_bigint::BigUint;

use crate::{Group, Perm, Random};

/// The abstract groups that have a short name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing but the identity.
    Trivial,
    /// All permutations of the points that move, of which there are so many.
    NaturalSymmetric(usize),
    /// All even permutations of them.
    NaturalAlternating(usize),
    /// The powers of one element; the number is the order.
    Cyclic(u64),
    /// The symmetries of a polygon with so many corners.
    Dihedral(u64),
    /// None of these.
    Other,
}

/// The first of the [`Kind`]s that fits.
#[must_use]
pub fn recognise(group: &Group) -> Kind {
    if group.is_trivial() {
        return Kind::Trivial;
    }
    let moved = group.moved_points().len();
    if is_natural_symmetric(group) {
        return Kind::NaturalSymmetric(moved);
    }
    if let Some(order) = cyclic_order(group) {
        return Kind::Cyclic(order);
    }
    if is_natural_alternating(group) {
        return Kind::NaturalAlternating(moved);
    }
    dihedral_corners(group).map_or(Kind::Other, Kind::Dihedral)
}

/// Whether the group is all permutations of the points it moves.
#[must_use]
pub fn is_natural_symmetric(group: &Group) -> bool {
    group.order() == factorial(group.moved_points().len())
}

/// Whether the group is all even permutations of at least four points it moves.
#[must_use]
pub fn is_natural_alternating(group: &Group) -> bool {
    let moved = group.moved_points().len();
    moved > 3 && group.generators().iter().all(|g| !g.is_odd()) && group.order() * 2u32 == factorial(moved)
}

/// The order, if the group is cyclic.
#[must_use]
pub fn cyclic_order(group: &Group) -> Option<u64> {
    let order = group.small_order()?;
    // In an abelian group the orders of the generators have the exponent as least common multiple.
    let exponent = |lcm: u128, g: &Perm| lcm / gcd(lcm, g.order()) * g.order();
    let cyclic = group.is_abelian() && group.generators().iter().fold(1, exponent) == u128::from(order);
    cyclic.then_some(order)
}

/// The number of corners, if the group is dihedral and not abelian.
#[must_use]
pub fn dihedral_corners(group: &Group) -> Option<u64> {
    const TRIALS: usize = 200;
    let order = group.small_order().filter(|o| o % 2 == 0 && *o >= 6)?;
    let corners = order / 2;
    let mut random = Random::new(0xd1);
    let rotation =
        (0..TRIALS).map(|_| group.random_element(&mut random)).find(|g| g.order() == u128::from(corners))?;
    let rotations = Group::from_generators(group.degree(), [rotation.clone()]);
    let inverse = rotation.inverse();
    let fits = |g: &Perm| rotations.contains(g) || (g.order() == 2 && rotation.conjugate(g) == inverse);
    (!group.is_abelian() && group.generators().iter().all(fits)).then_some(corners)
}

/// `n!`.
#[must_use]
pub fn factorial(n: usize) -> BigUint {
    (2..=n).fold(BigUint::from(1u32), |product, k| product * k)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{families, parse_generators};

    fn kind(generators: Vec<Perm>) -> Kind {
        recognise(&Group::from_generators(0, generators))
    }

    #[test]
    fn named_groups_are_recognised() {
        assert_eq!(kind(families::symmetric(7)), Kind::NaturalSymmetric(7));
        assert_eq!(kind(families::alternating(7)), Kind::NaturalAlternating(7));
        assert_eq!(kind(families::cyclic(12)), Kind::Cyclic(12));
        assert_eq!(kind(families::dihedral(9)), Kind::Dihedral(9));
        assert_eq!(kind(families::dihedral(4)), Kind::Dihedral(4));
        assert_eq!(kind(families::product(&families::cyclic(4), &families::cyclic(9))), Kind::Cyclic(36));
        assert_eq!(kind(families::product(&families::cyclic(4), &families::cyclic(6))), Kind::Other);
        assert_eq!(kind(families::hypercube(3)), Kind::Other);
        assert_eq!(kind(vec![]), Kind::Trivial);
    }

    #[test]
    fn dihedral_with_rotations_in_pieces() {
        let list = parse_generators("(1 2 3)(4 5 6), (1 4)(2 5)(3 6), (2 3)(5 6)").unwrap();
        assert_eq!(kind(list.generators), Kind::Dihedral(6));
    }
}
