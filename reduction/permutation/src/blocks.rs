//! Block systems.
//!
//! A block of a transitive group is a set of points that every element either keeps or moves away entirely;
//! its images form a block system (Donaldson and Miller, *On the constructive orbit problem*, 2009, section
//! 6.1). The smallest block that contains given points comes from merging: whenever two points are in one
//! class, so must be their images under every generator (Atkinson, *An algorithm for finding the blocks of a
//! permutation group*, 1975; *Handbook of Computational Group Theory*, 2005, section 4.3).
//!
//! Every block through a point `a` is a join of the smallest blocks through `a` and one other point, so
//! closing those under joins finds all block systems. Points in one orbit of the stabiliser of `a` give the
//! same smallest block, so one of each orbit is tried. A group with several orbits has block systems on each
//! of them; they are asked for one orbit at a time (blocks that cross orbits are built in [`crate::wreath`]).

use std::collections::BTreeSet;

use crate::{Group, Perm, Point, Random, orbits::Classes, orbits_of};

/// A partition of some of the points into blocks that a group permutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockSystem {
    /// Each ascending, ordered by their smallest point.
    blocks: Vec<Vec<Point>>,
    /// The block of each point, `NO_BLOCK` for the points outside.
    block_of: Vec<u16>,
}

const NO_BLOCK: u16 = u16::MAX;

impl BlockSystem {
    /// The system with these blocks, which must be disjoint and permuted by the group it is used with.
    pub(crate) fn new(degree: usize, mut blocks: Vec<Vec<Point>>) -> Self {
        blocks.iter_mut().for_each(|b| b.sort_unstable());
        blocks.sort_unstable();
        let mut block_of = vec![NO_BLOCK; degree];
        for (number, block) in blocks.iter().enumerate() {
            block.iter().for_each(|p| block_of[p.index()] = number as u16);
        }
        Self { blocks, block_of }
    }

    /// The blocks, each ascending, ordered by their smallest point.
    #[must_use]
    pub fn blocks(&self) -> &[Vec<Point>] {
        &self.blocks
    }

    /// The number of the block of a point, if it lies in one.
    #[must_use]
    pub fn number(&self, point: Point) -> Option<usize> {
        let number = self.block_of[point.index()];
        (number != NO_BLOCK).then_some(number as usize)
    }

    /// How an element permutes the blocks.
    #[must_use]
    pub fn action(&self, element: &Perm) -> Perm {
        let image = |block: &Vec<Point>| Point::new(self.block_of[element.image(block[0]).index()] as usize);
        Perm::from_points(self.blocks.iter().map(image).collect::<Vec<_>>())
    }

    /// The block permuter: the group that `group` induces on the blocks.
    #[must_use]
    pub fn permuter(&self, group: &Group) -> Group {
        Group::from_generators(self.blocks.len(), group.generators().iter().map(|g| self.action(g)))
    }

    /// The elements of `group` that map a block onto itself: the stabiliser of one of its points, with an element
    /// for each other point of it in the same orbit. The group must permute the blocks transitively.
    #[must_use]
    pub fn stabiliser(&self, group: &Group, block: usize) -> Group {
        let root = self.blocks[block][0];
        let fixing = group.stabiliser(root);
        let transversal = group.transversal(root);
        let inside = self.blocks[block].iter().filter_map(|&p| transversal.element_to(p));
        let generators = fixing.generators().iter().chain(inside).cloned().collect();
        let mut back = vec![Perm::identity(group.degree()); self.blocks.len()];
        for (p, element) in transversal.points().iter().filter_map(|&p| Some((p, transversal.element_to(p)?)))
        {
            self.number(p).into_iter().for_each(|number| back[number] = element.inverse());
        }
        let mut random = Random::new(0xb1);
        let order = group.order() / self.blocks.len();
        Group::of_known_order(group.degree(), generators, &order, || {
            let element = group.random_element(&mut random);
            let image = self.number(element.image(root)).unwrap_or(block);
            element.then(&back[image])
        })
    }

    /// Whether a permutation maps blocks to blocks.
    #[must_use]
    pub fn is_permuted_by(&self, element: &Perm) -> bool {
        let together = |block: &Vec<Point>| {
            let first = self.block_of[element.image(block[0]).index()];
            first != NO_BLOCK && block.iter().all(|&p| self.block_of[element.image(p).index()] == first)
        };
        self.blocks.iter().all(together)
    }
}

/// The smallest block system of an orbit in which the points of `seed`, all of that orbit, share a block.
#[must_use]
pub fn block_system_with(group: &Group, seed: &[Point]) -> BlockSystem {
    let orbit = group.orbits().of(seed[0]).to_vec();
    let mut classes = merged(group.degree(), group.generators(), seed);
    let mut blocks: Vec<Vec<Point>> = vec![Vec::new(); group.degree()];
    orbit.iter().for_each(|&p| blocks[classes.find(p).index()].push(p));
    blocks.retain(|b| !b.is_empty());
    BlockSystem::new(group.degree(), blocks)
}

/// All block systems on the orbit of a point but the two trivial ones, those with small blocks first.
#[must_use]
pub fn block_systems(group: &Group, point: Point) -> Vec<BlockSystem> {
    let found = blocks_through(group, point);
    found.into_iter().map(|block| block_system_with(group, &block)).collect()
}

/// The block systems on the orbit of a point that have no non-trivial system inside them.
#[must_use]
pub fn minimal_block_systems(group: &Group, point: Point) -> Vec<BlockSystem> {
    let found = blocks_through(group, point);
    let contains = |outer: &[Point], inner: &[Point]| inner.iter().all(|p| outer.contains(p));
    let minimal = |b: &&Vec<Point>| !found.iter().any(|other| other.len() < b.len() && contains(b, other));
    found.iter().filter(minimal).map(|block| block_system_with(group, block)).collect()
}

/// All non-trivial blocks that contain a point, by size, then lexicographically.
#[must_use]
pub fn blocks_through(group: &Group, point: Point) -> Vec<Vec<Point>> {
    some_blocks_through(group, point, usize::MAX)
}

/// As [`blocks_through`], but stops looking when so many blocks were found: a regular elementary abelian
/// group of 256 elements has 417,199 block systems.
#[must_use]
pub fn some_blocks_through(group: &Group, point: Point, limit: usize) -> Vec<Vec<Point>> {
    let orbit = group.orbits().of(point).to_vec();
    let principal = principal_blocks(group, point, &orbit);
    let mut found: BTreeSet<(usize, Vec<Point>)> = principal.iter().map(|b| (b.len(), b.clone())).collect();
    let mut queue: Vec<Vec<Point>> = principal.clone();
    while let Some(block) = queue.pop().filter(|_| found.len() < limit) {
        for other in principal.iter().filter(|other| !other.iter().all(|p| block.contains(p))) {
            let seed: Vec<Point> = block.iter().chain(other).copied().collect();
            let join = block_of(group, &seed);
            if join.len() < orbit.len() && found.insert((join.len(), join.clone())) {
                queue.push(join);
            }
        }
    }
    found.into_iter().map(|(_, block)| block).collect()
}

/// The smallest blocks through `point` and one other point, without the whole orbit and without repetitions.
fn principal_blocks(group: &Group, point: Point, orbit: &[Point]) -> Vec<Vec<Point>> {
    let suborbits = orbits_of(group.degree(), group.stabiliser(point).generators());
    let others = suborbits.iter().map(|o| o[0]).filter(|p| orbit.contains(p) && *p != point);
    let blocks: BTreeSet<Vec<Point>> = others.map(|other| block_of(group, &[point, other])).collect();
    blocks.into_iter().filter(|b| b.len() < orbit.len()).collect()
}

/// The smallest block that contains the seed.
fn block_of(group: &Group, seed: &[Point]) -> Vec<Point> {
    let mut classes = merged(group.degree(), group.generators(), seed);
    let root = classes.find(seed[0]);
    Point::all(group.degree()).filter(|&p| classes.find(p) == root).collect()
}

/// Atkinson's algorithm: the finest partition that the group respects and in which the seed lies in one class.
pub(crate) fn merged(degree: usize, generators: &[Perm], seed: &[Point]) -> Classes {
    let mut classes = Classes::new(degree);
    let mut queue: Vec<(Point, Point)> = Vec::new();
    for &p in &seed[1..] {
        if classes.join(seed[0], p) {
            queue.push((seed[0], p));
        }
    }
    while let Some((a, b)) = queue.pop() {
        for generator in generators {
            let (a, b) = (generator.image(a), generator.image(b));
            let (root_a, root_b) = (classes.find(a), classes.find(b));
            // Every merge is remembered as a pair of old roots; together with the earlier pairs they generate
            // the class.
            if classes.join(root_a, root_b) {
                queue.push((root_a, root_b));
            }
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families;

    fn group(generators: Vec<Perm>) -> Group {
        Group::from_generators(0, generators)
    }

    /// All subsets through the first point that satisfy the definition.
    fn by_definition(group: &Group) -> Vec<Vec<Point>> {
        let n = group.degree();
        let subset = |mask: usize| Point::all(n).filter(|p| mask >> p.index() & 1 == 1).collect::<Vec<_>>();
        let is_block = |b: &Vec<Point>| {
            group.elements().all(|g| {
                let image = g.image_of_set(b);
                image == *b || image.iter().all(|p| !b.contains(p))
            })
        };
        let candidates = (0..1usize << n).filter(|m| m & 1 == 1).map(subset);
        let mut found: Vec<_> = candidates.filter(|b| b.len() > 1 && b.len() < n && is_block(b)).collect();
        found.sort_by_key(|b| (b.len(), b.clone()));
        found
    }

    #[test]
    fn blocks_are_those_of_the_definition() {
        let s2 = families::symmetric(2);
        let groups = [
            families::cyclic(8),
            families::dihedral(6),
            families::hypercube(3),
            families::wreath(&families::symmetric(3), &s2),
            families::wreath(&s2, &families::wreath(&s2, &s2)),
            families::alternating(5),
        ];
        for generators in groups {
            let group = group(generators);
            assert_eq!(blocks_through(&group, Point::new(0)), by_definition(&group), "{group:?}");
        }
    }

    #[test]
    fn minimal_systems_of_a_cycle_are_its_prime_divisors() {
        let group = group(families::cyclic(12));
        let sizes =
            |systems: Vec<BlockSystem>| systems.iter().map(|s| s.blocks()[0].len()).collect::<Vec<_>>();
        assert_eq!(sizes(minimal_block_systems(&group, Point::new(0))), [2, 3]);
        assert_eq!(sizes(block_systems(&group, Point::new(0))), [2, 3, 4, 6]);
    }

    #[test]
    fn permuter_and_stabiliser_multiply_to_the_order() {
        let group = group(families::wreath(&families::symmetric(4), &families::dihedral(5)));
        for system in block_systems(&group, Point::new(0)) {
            let stabiliser = system.stabiliser(&group, 0);
            assert_eq!(stabiliser.order() * system.blocks().len(), group.order());
            assert!(group.generators().iter().all(|g| system.is_permuted_by(g)));
            assert!(system.permuter(&group).is_transitive_on_moved_points());
        }
    }
}
