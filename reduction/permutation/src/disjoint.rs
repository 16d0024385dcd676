//! Disjoint products seen from the generators.
//!
//! Donaldson and Miller, *On the constructive orbit problem*, 2009, section 5.1: generators that move a
//! common point are put in one class, and so on transitively; each class generates a factor that moves points
//! of its own (Theorem 8). It is sound and fast, and finds the finest product if the generators are presented
//! well, as those of a graph automorphism program are. [`crate::dependent_orbits`] is the complete method of
//! section 5.2.

use num_bigint::BigUint;

use crate::{Group, Perm, Point, orbits::Classes};

/// A group as a product of groups that move disjoint sets of points.
#[derive(Debug, Clone)]
pub struct DisjointProduct {
    /// At least two, ordered by their smallest moved point.
    pub factors: Vec<Factor>,
}

/// One factor of a [`DisjointProduct`].
#[derive(Debug, Clone)]
pub struct Factor {
    /// A subgroup of the product, on the same points; it fixes those of the other factors.
    pub group: Group,
    /// The points it moves, ascending.
    pub support: Vec<Point>,
}

impl DisjointProduct {
    /// The product that the generators of the group show; `None` if they show one factor only.
    #[must_use]
    pub fn by_generators(group: &Group) -> Option<Self> {
        let mut classes = Classes::new(group.degree());
        for generator in group.generators() {
            let moved: Vec<Point> = generator.support().collect();
            moved.windows(2).for_each(|pair| {
                classes.join(pair[0], pair[1]);
            });
        }
        let classes = classes.into_orbits();
        let belongs =
            |g: &Perm, support: &[Point]| g.support().next().is_some_and(|p| classes.same(p, support[0]));
        let factor = |support: &[Point]| {
            let generators = group.generators().iter().filter(|g| belongs(g, support)).cloned();
            Factor { group: Group::from_generators(group.degree(), generators), support: support.to_vec() }
        };
        Self { factors: classes.non_trivial().map(factor).collect() }.checked(group)
    }

    /// The product, if it has at least two factors and as many elements as the group.
    pub(crate) fn checked(self, group: &Group) -> Option<Self> {
        let order: BigUint = self.factors.iter().map(|f| f.group.order()).product();
        (self.factors.len() > 1 && order == group.order()).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_generators;

    const THREE_TIERED: &str = "(1 2), (2 3), (4 5), (5 6), (7 8), (8 9), (10 11), \
        (12 13)(1 4)(2 5)(3 6), (13 14)(4 7)(5 8)(6 9)";

    #[test]
    fn the_three_tiered_architecture_has_two_factors() {
        let list = parse_generators(THREE_TIERED).unwrap();
        let group = Group::from_generators(list.degree, list.generators);
        assert_eq!(group.order().to_string(), "2592");
        let product = DisjointProduct::by_generators(&group).unwrap();
        let supports: Vec<String> = product.factors.iter().map(|f| format!("{:?}", f.support)).collect();
        assert_eq!(supports, ["[1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14]", "[10, 11]"]);
        assert_eq!(product.factors[0].group.generators().len(), 8);
        assert_eq!(product.factors[1].group.generators().len(), 1);
    }

    #[test]
    fn one_more_generator_hides_the_product() {
        let list = parse_generators(&format!("{THREE_TIERED}, (1 2)(10 11)")).unwrap();
        let group = Group::from_generators(list.degree, list.generators);
        assert!(DisjointProduct::by_generators(&group).is_none());
        assert_eq!(DisjointProduct::finest(&group).unwrap().factors.len(), 2);
    }
}
