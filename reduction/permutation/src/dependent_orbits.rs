//! The finest disjoint product, completely and in polynomial time.
//!
//! Donaldson and Miller, *On the constructive orbit problem*, 2009, section 5.2: a group is the disjoint
//! product of its restrictions to the parts of a partition of its orbits exactly if their orders multiply to
//! its own. Their Algorithm 5 tries all partitions into two parts of the *dependency classes*, where two
//! orbits depend on each other if fixing one restricts the action on the other. That takes exponential time
//! for groups such as `G_n` below, in which orbits depend on each other only jointly, and they leave open
//! whether a stronger notion of dependence would do. It does:
//!
//! Write `f(P)` for the logarithm of the order of the restriction to a set `P` of orbits. Go through the
//! orbits in any order. For orbit `Ω` with the earlier orbits `E`, drop orbits from `E` one by one as long as
//! `f(P ∪ Ω) − f(P)` stays what it is for `P = E`; put `Ω` in one class with all that remain. The classes at
//! the end are the finest product:
//!
//! - Nothing is joined needlessly. Let the group be a product over the partition `{A, B}` with `Ω` in `A`.
//!   Then what is left of `Ω` after fixing `P` depends on `P ∩ A` alone, so a minimal `P` lies within `A`.
//! - The classes multiply to the group. `f(P ∪ Ω) − f(P)` can only shrink as `P` grows (`f` is submodular),
//!   so for the earlier orbits `C` of its class, which contain the minimal `P` and are contained in `E`, it
//!   has that same value. Summing `f(C ∪ Ω) − f(C)` over all orbits gives the sum of `f` over the classes on
//!   the one hand and `f` of everything on the other.
//!
//! Each test is one order of a restriction, so for `k` orbits there are at most `k²` of them. The result is
//! checked by order before it is used. Algorithm 5 is in the tests.

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::{DisjointProduct, Factor, Group, Orbits, Point, orbits::Classes};

impl DisjointProduct {
    /// The finest disjoint product; `None` if the group is no product.
    #[must_use]
    pub fn finest(group: &Group) -> Option<Self> {
        let orbits = group.orbits();
        let classes = dependency_classes(group, &orbits);
        let factor = |mut support: Vec<Point>| {
            support.sort_unstable();
            Factor { group: group.restricted_to(&support), support }
        };
        let mut product = Self { factors: classes.into_iter().map(factor).collect() };
        product.factors.sort_by_key(|f| f.support[0]);
        product.checked(group)
    }
}

/// The classes of non-trivial orbits that belong to one factor, each as the points of its orbits.
fn dependency_classes(group: &Group, orbits: &Orbits) -> Vec<Vec<Point>> {
    let rows: Vec<&[Point]> = orbits.non_trivial().collect();
    let mut orders = RestrictionOrders { group, rows: &rows, known: HashMap::new() };
    // Orbits are few enough to be numbered like points.
    let mut classes = Classes::new(rows.len());
    for number in 1..rows.len() {
        for needed in minimal_dependencies(&mut orders, number) {
            classes.join(Point::new(number), Point::new(needed));
        }
    }
    let classes = classes.into_orbits();
    classes.iter().map(|c| c.iter().flat_map(|&k| rows[k.index()]).copied().collect()).collect()
}

/// A minimal set of earlier orbits that leaves as little of this orbit as all of them do.
fn minimal_dependencies(orders: &mut RestrictionOrders<'_>, number: usize) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..number).collect();
    let target = orders.left_over(&kept, number);
    for candidate in (0..number).rev() {
        let fewer: Vec<usize> = kept.iter().copied().filter(|&k| k != candidate).collect();
        if orders.left_over(&fewer, number) == target {
            kept = fewer;
        }
    }
    kept
}

/// Orders of restrictions to sets of orbits, remembered.
struct RestrictionOrders<'a> {
    group: &'a Group,
    rows: &'a [&'a [Point]],
    known: HashMap<Vec<usize>, BigUint>,
}

impl RestrictionOrders<'_> {
    /// How many ways an orbit can still be moved once the orbits of `fixed` are fixed pointwise. `number` is
    /// greater than all of them.
    fn left_over(&mut self, fixed: &[usize], number: usize) -> BigUint {
        let mut with = fixed.to_vec();
        with.push(number);
        self.order(with) / self.order(fixed.to_vec())
    }

    fn order(&mut self, set: Vec<usize>) -> BigUint {
        let Self { group, rows, known } = self;
        let compute = |set: &Vec<usize>| {
            let points: Vec<Point> = set.iter().flat_map(|&k| rows[k]).copied().collect();
            group.action_on(&points).order()
        };
        known.entry(set).or_insert_with_key(compute).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Perm, Random, families, parse_generators};

    /// Algorithm 5: try every partition of the orbits into two parts, then split the parts.
    fn algorithm_5(group: &Group, orbits: &[Vec<Point>]) -> Vec<Vec<Point>> {
        for mask in 1..1usize << orbits.len().saturating_sub(1) {
            let part = |inside: bool| {
                let chosen = orbits.iter().enumerate().filter(|(k, _)| (mask >> k & 1 == 1) == inside);
                chosen.map(|(_, o)| o.clone()).collect::<Vec<_>>()
            };
            let restricted = |part: &[Vec<Point>]| group.restricted_to(&part.concat());
            let (left, right) = (part(true), part(false));
            let (g, h) = (restricted(&left), restricted(&right));
            if g.is_subgroup_of(group) && h.is_subgroup_of(group) {
                let mut factors = algorithm_5(&g, &left);
                factors.extend(algorithm_5(&h, &right));
                return factors;
            }
        }
        let mut support = orbits.concat();
        support.sort_unstable();
        vec![support]
    }

    fn assert_finest(group: &Group) -> usize {
        let orbits: Vec<Vec<Point>> = group.orbits().non_trivial().map(<[Point]>::to_vec).collect();
        let mut expected = algorithm_5(group, &orbits);
        expected.sort();
        let found = DisjointProduct::finest(group).map_or_else(
            || vec![group.moved_points()],
            |p| p.factors.into_iter().map(|f| f.support).collect(),
        );
        assert_eq!(found, expected, "{group:?}");
        found.len()
    }

    fn even_pairs(n: usize) -> Group {
        let generator = |i: usize| Perm::from_cycles(n, &[&[2 * i, 2 * i + 1], &[2 * i + 2, 2 * i + 3]]);
        Group::from_generators(n, (0..n / 2 - 1).map(generator))
    }

    #[test]
    fn the_group_on_twenty_one_points() {
        let list = parse_generators(
            "(1 2 3)(4 5 6)(7 8 9)(10 11 12)(14 15)(17 18)(20 21), \
             (2 3)(5 6)(8 9)(11 12)(13 14 15)(16 17 18)(19 20 21)",
        )
        .unwrap();
        let group = Group::from_generators(list.degree, list.generators);
        assert!(DisjointProduct::by_generators(&group).is_none());
        let product = DisjointProduct::finest(&group).unwrap();
        let expected = [
            "(1 2 3)(4 5 6)(7 8 9)(10 11 12), (1 2)(4 5)(7 8)(10 11)",
            "(13 14 15)(16 17 18)(19 20 21), (13 14)(16 17)(19 20)",
        ];
        for (factor, text) in product.factors.iter().zip(expected) {
            let paper = Group::from_generators(21, parse_generators(text).unwrap().generators);
            assert!(factor.group.equals(&paper));
        }
        assert_eq!(assert_finest(&group), 2);
    }

    #[test]
    fn pairs_that_depend_only_jointly_are_no_product() {
        for n in [4, 6, 8, 12] {
            let group = even_pairs(n);
            let half = group.restricted_to(&[Point::new(0), Point::new(1)]);
            let fixing = group.pointwise_stabiliser(&[Point::new(2), Point::new(3)]);
            // No two orbits are dependent once there are three of them.
            let independent = fixing.restricted_to(&[Point::new(0), Point::new(1)]).equals(&half);
            assert_eq!(independent, n > 4);
            assert_eq!(assert_finest(&group), 1);
        }
        assert!(DisjointProduct::finest(&even_pairs(60)).is_none());
    }

    #[test]
    fn random_subgroups_of_products_agree_with_algorithm_5() {
        let mut random = Random::new(17);
        let mut split = 0;
        for _ in 0..60 {
            let mut generators = families::symmetric(2 + random.below(2));
            for _ in 0..2 + random.below(3) {
                generators = families::product(&generators, &families::symmetric(2 + random.below(2)));
            }
            let whole = Group::from_generators(0, generators);
            let subgroup = (0..1 + random.below(4)).map(|_| whole.random_element(&mut random));
            split += usize::from(assert_finest(&Group::from_generators(whole.degree(), subgroup)) > 1);
        }
        assert!(split > 10);
    }
}
