//! Wreath products, transitive and intransitive.
//!
//! A wreath product `H wr K` acts by one copy of `H` inside each of several blocks and by `K` permuting the
//! blocks (Donaldson and Miller, *On the constructive orbit problem*, 2009, Definition 11). Their Algorithm 6
//! tries the block systems of a transitive group and compares orders: with `d` blocks, `|G| = |H|^d · |K|`
//! decides (Theorem 10). For intransitive groups blocks are unions of one block per orbit (section 6.2, in
//! [`crate::crossing_blocks`]).
//!
//! What differs here:
//! - *The conjecture.* The paper proves for transitive groups, and conjectures for others, that `G` lies in
//!   the wreath product of its block stabiliser and block permuter (Theorem 9). It does whenever `G` permutes
//!   the blocks transitively, however many orbits there are on points: choose `g_i` in `G` that takes block 1
//!   to block `i` and name the points of block `i` after those of block 1 by `g_i`. If `g` takes block `i` to
//!   block `j`, then `g_i · g · g_j⁻¹` keeps block 1 and so acts on it as an element of `H`. So, with these
//!   names, `g` is a permutation of the blocks that keeps names, times elements of `H` inside blocks.
//! - *The monomorphism.* The paper looks for a copy of `K` inside `G` by trying all monomorphisms. The
//!   names above give it at once: if the orders agree, `G` is the whole wreath product, and contains the
//!   permutation `x_{i,t} → x_{β(i),t}` for every `β` in `K`.
//! - As in the paper, naming the points of each block in ascending order is tried first. That matters for
//!   more than speed: only if all blocks are ordered alike does minimising inside blocks, then by `K`, give
//!   the smallest image in the plain order of states. [`WreathProduct::is_aligned`] tells; otherwise
//!   [`WreathProduct::reading_order`] is an order for which it does.
//!
//! Every decomposition is checked by order and by membership of its parts before it is returned.

use num_bigint::BigUint;

use crate::{BlockSystem, Group, Perm, Point, Random, crossing_blocks::crossing_block_systems};

/// A group as a wreath product in its imprimitive action.
#[derive(Debug, Clone)]
pub struct WreathProduct {
    /// The blocks; position `t` of each is named `t`, and the outer group keeps names.
    pub blocks: Vec<Vec<Point>>,
    /// For each block, the copy of the inner group that acts on it and fixes all other points.
    pub inner: Vec<Group>,
    /// The copy of the outer group that permutes the blocks and keeps names.
    pub outer: Group,
    /// The outer group on the numbers of the blocks.
    pub permuter: Group,
}

impl WreathProduct {
    /// A decomposition with non-trivial inner and outer group, of those the one with the largest blocks;
    /// `None` if there is none.
    #[must_use]
    pub fn of(group: &Group) -> Option<Self> {
        // The copies of the inner group on other blocks fix a point, so no moved point has a trivial stabiliser.
        if group.is_trivial() || group.stabiliser(group.moved_points()[0]).is_trivial() {
            return None;
        }
        let mut systems = crossing_block_systems(group);
        systems.sort_by_key(|system| system.blocks().len());
        systems.iter().find_map(|system| Self::with_blocks(group, system))
    }

    /// The decomposition with these blocks, which the group must permute transitively.
    #[must_use]
    pub fn with_blocks(group: &Group, system: &BlockSystem) -> Option<Self> {
        let permuter = system.permuter(group);
        let first = &system.blocks()[0];
        let stabiliser = system.stabiliser(group, 0);
        let inner = stabiliser.restricted_to(first);
        let base: BigUint = inner.order().pow(system.blocks().len() as u32);
        if inner.is_trivial() || permuter.is_trivial() || base * permuter.order() != group.order() {
            return None;
        }
        let carried = carried_names(group, system)?;
        let named = |blocks: Vec<Vec<Point>>| {
            let lifts: Vec<Perm> =
                permuter.generators().iter().map(|beta| lift(group.degree(), &blocks, beta)).collect();
            let inside = lifts.iter().all(|g| group.contains(g));
            let mut random = Random::new(0xa1);
            inside.then(|| {
                let outer = Group::of_known_order(group.degree(), lifts, &permuter.order(), || {
                    lift(group.degree(), &blocks, &permuter.random_element(&mut random))
                });
                (blocks, outer)
            })
        };
        let (blocks, outer) = named(system.blocks().to_vec()).or_else(|| named(carried))?;
        let copy =
            |number: usize| inner.conjugate(&exchange_names(group.degree(), &blocks[0], &blocks[number]));
        let inner: Vec<Group> = (0..blocks.len()).map(copy).collect();
        inner.iter().all(|h| h.is_subgroup_of(group)).then_some(Self { blocks, inner, outer, permuter })
    }

    /// The permutation of points that permutes the blocks like `beta` and keeps names.
    #[must_use]
    pub fn lift(&self, beta: &Perm) -> Perm {
        lift(self.outer.degree(), &self.blocks, beta)
    }

    /// The exchange of two blocks that keeps names. It need not belong to the group.
    #[must_use]
    pub fn exchange(&self, left: usize, right: usize) -> Perm {
        exchange_names(self.outer.degree(), &self.blocks[left], &self.blocks[right])
    }

    /// The same after renaming the points.
    #[must_use]
    pub fn renamed(&self, by: &Perm) -> Self {
        let rename = |block: &Vec<Point>| block.iter().map(|&p| by.image(p)).collect();
        Self {
            blocks: self.blocks.iter().map(rename).collect(),
            inner: self.inner.iter().map(|copy| copy.conjugate(by)).collect(),
            outer: self.outer.conjugate(by),
            permuter: self.permuter.clone(),
        }
    }

    /// Whether names ascend in every block, so that inner before outer minimises in the plain order of states.
    #[must_use]
    pub fn is_aligned(&self) -> bool {
        self.blocks.iter().all(|b| b.is_sorted())
    }

    /// The positions in an order for which minimising inside the blocks and then by the outer group gives the
    /// smallest image: ascending when aligned, otherwise block by block.
    #[must_use]
    pub fn reading_order(&self) -> Vec<Point> {
        let mut order: Vec<Point> = self.blocks.iter().flatten().copied().collect();
        if self.is_aligned() {
            order.sort_unstable();
        }
        order
    }
}

/// Names carried from the first block to each other one by an element of the group.
fn carried_names(group: &Group, system: &BlockSystem) -> Option<Vec<Vec<Point>>> {
    let first = &system.blocks()[0];
    let transversal = group.transversal(first[0]);
    let mut blocks: Vec<Vec<Point>> = vec![Vec::new(); system.blocks().len()];
    for &p in transversal.points() {
        let number = system.number(p)?;
        if blocks[number].is_empty() {
            let there = transversal.element_to(p)?;
            blocks[number] = first.iter().map(|&q| there.image(q)).collect();
        }
    }
    Some(blocks)
}

fn lift(degree: usize, blocks: &[Vec<Point>], beta: &Perm) -> Perm {
    let mut images: Vec<Point> = Point::all(degree).collect();
    for (number, block) in blocks.iter().enumerate() {
        for (&p, &q) in block.iter().zip(&blocks[beta.at(number)]) {
            images[p.index()] = q;
        }
    }
    Perm::from_points(images)
}

fn exchange_names(degree: usize, left: &[Point], right: &[Point]) -> Perm {
    let mut images: Vec<Point> = Point::all(degree).collect();
    for (&a, &b) in left.iter().zip(right) {
        images[a.index()] = b;
        images[b.index()] = a;
    }
    Perm::from_points(images)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, families, parse_generators};

    #[test]
    fn the_clients_and_servers_of_the_three_tiered_architecture() {
        let list = parse_generators(
            "(1 2), (2 3), (4 5), (5 6), (7 8), (8 9), (12 13)(1 4)(2 5)(3 6), (13 14)(4 7)(5 8)(6 9)",
        )
        .unwrap();
        let group = Group::from_generators(list.degree, list.generators);
        let wreath = WreathProduct::of(&group).unwrap();
        assert_eq!(format!("{:?}", wreath.blocks), "[[1, 2, 3, 12], [4, 5, 6, 13], [7, 8, 9, 14]]");
        let expected = ["(1 2), (2 3)", "(4 5), (5 6)", "(7 8), (8 9)"];
        for (copy, text) in wreath.inner.iter().zip(expected) {
            assert!(copy.equals(&Group::from_generators(14, parse_generators(text).unwrap().generators)));
        }
        let servers = "(1 4)(2 5)(3 6)(12 13), (4 7)(5 8)(6 9)(13 14)";
        let servers = Group::from_generators(14, parse_generators(servers).unwrap().generators);
        assert!(wreath.outer.equals(&servers) && wreath.is_aligned());
    }

    /// Minimising inside blocks and then by the outer group must give the smallest image in the reading order.
    fn assert_minimises(group: &Group, wreath: &WreathProduct, random: &mut Random) {
        let order = wreath.reading_order();
        let smallest = |group: &Group, state: &Vec<u8>, order: &[Point]| {
            let image = |g: Perm| {
                let mut to = state.clone();
                g.act(state, &mut to);
                to
            };
            let read = |s: &Vec<u8>| order.iter().map(|p| s[p.index()]).collect::<Vec<_>>();
            group.elements().map(image).min_by_key(read).unwrap_or_default()
        };
        for _ in 0..20 {
            let state: Vec<u8> = (0..group.degree()).map(|_| random.below(3) as u8).collect();
            let mut reached = state.clone();
            for (copy, names) in wreath.inner.iter().zip(&wreath.blocks) {
                reached = smallest(copy, &reached, names);
            }
            reached = smallest(&wreath.outer, &reached, &order);
            assert_eq!(reached, smallest(group, &state, &order), "{group:?}");
        }
    }

    #[test]
    fn scattered_wreath_products_are_found_and_minimise() {
        let mut random = Random::new(6);
        let inner = [families::symmetric(2), families::cyclic(3), families::symmetric(3)];
        let outer = [families::symmetric(2), families::cyclic(3), families::symmetric(3)];
        for (h, k) in inner.iter().flat_map(|h| outer.iter().map(move |k| (h, k))) {
            let generators = families::wreath(h, k);
            for _ in 0..4 {
                let by = random.perm(generators[0].degree());
                let group = Group::from_generators(0, generators.clone()).conjugate(&by);
                let wreath = WreathProduct::of(&group).unwrap();
                assert_minimises(&group, &wreath, &mut random);
            }
        }
    }

    #[test]
    fn trees_are_intransitive_wreath_products() {
        let mut random = Random::new(7);
        for branching in [&[2, 2][..], &[3, 2], &[2, 3], &[2, 2, 2]] {
            let generators = families::tree(branching);
            let by = random.perm(generators[0].degree());
            let group = Group::from_generators(0, generators).conjugate(&by);
            let wreath = WreathProduct::of(&group).unwrap();
            assert_eq!(wreath.blocks.len(), branching[0]);
            assert_minimises(&group, &wreath, &mut random);
        }
    }

    #[test]
    fn primitive_groups_and_hypercubes_are_none() {
        assert!(WreathProduct::of(&Group::from_generators(0, families::hypercube(3))).is_none());
        assert!(WreathProduct::of(&Group::from_generators(0, families::mathieu(11))).is_none());
        assert!(WreathProduct::of(&Group::from_generators(0, families::petersen())).is_none());
        assert!(WreathProduct::of(&Group::trivial(4)).is_none());
    }
}
