//! Set and partition stabilisers by backtrack search with refinement.
//!
//! The stabiliser of an ordered partition is found by searching the group for elements that keep every
//! point's colour (a set is a partition into two cells). An element is fixed by the images of the base
//! points, so the search chooses them one by one (*Handbook of Computational Group Theory*, 2005, section
//! 4.6; Leon, *Permutation group algorithms based on partitions*, 1991). Three things keep it short:
//!
//! - Refinement: once the images of `l` base points are fixed by `t`, every completion maps an orbit `O` of
//!   the stabiliser `G⁽ˡ⁾` onto `O^t`. The two must hold the same number of points of every colour. Colour
//!   counts are compared as sums of one random word per colour, so the test may let a wrong node through,
//!   never prune a right one; colours are compared exactly at the end.
//! - The subgroup found so far: it is built from the last base point up, and two images of a base point in
//!   one of its orbits lead to the same answer.
//! - The base. The one at hand comes with its orbits and transversals, so it is kept and the *colours* are
//!   moved by an element of the group that puts rare colours on base points; the stabiliser found is
//!   conjugated back. Only when that visits too many nodes are the colours refined by structure that the group
//!   keeps ([`crate::invariant_sets`]) and, failing that, a base made to fit ([`crate::adapted_base`]).
//!
//! What is found is a strong generating set, so the result comes with its chain and needs no Schreier-Sims.

use crate::{
    Group, Level, Perm, Point, StabiliserChain, adapted_base::adapted_chain, orbits::Classes, orbits_of,
};

/// Nodes visited with the base at hand before a better one is made.
const PATIENCE: usize = 2000;

impl Group {
    /// The elements that map the set of points onto itself.
    #[must_use]
    pub fn set_stabiliser(&self, set: &[Point]) -> Self {
        let mut colours = vec![0; self.degree()];
        set.iter().for_each(|p| colours[p.index()] = 1);
        stabiliser_of_colours(self, &colours)
    }

    /// The elements that map each of the cells onto itself. Points outside all cells form one more cell.
    #[must_use]
    pub fn partition_stabiliser(&self, cells: &[Vec<Point>]) -> Self {
        let mut colours = vec![0; self.degree()];
        for (number, cell) in cells.iter().enumerate() {
            cell.iter().for_each(|p| colours[p.index()] = number as u16 + 1);
        }
        stabiliser_of_colours(self, &colours)
    }

    /// The elements that keep a vector of values: those that map each set of positions with equal values onto
    /// itself.
    #[must_use]
    pub fn vector_stabiliser<T: Ord>(&self, values: &[T]) -> Self {
        let mut sorted: Vec<&T> = values.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let colour = |v: &T| sorted.binary_search(&v).unwrap_or(0) as u16;
        stabiliser_of_colours(self, &values.iter().map(colour).collect::<Vec<_>>())
    }
}

fn stabiliser_of_colours(group: &Group, colours: &[u16]) -> Group {
    if group.generators().iter().all(|g| keeps(g, colours)) {
        return group.clone();
    }
    let found = with_base_at_hand(group, colours).or_else(|| {
        let finer = group.invariant_sets().refine(colours)?;
        Some(with_base_at_hand(group, &finer).unwrap_or_else(|| with_adapted_base(group, &finer)))
    });
    Group::from_chain(found.unwrap_or_else(|| with_adapted_base(group, colours)))
}

fn with_base_at_hand(group: &Group, colours: &[u16]) -> Option<StabiliserChain> {
    let by = rare_colours_to_base(group.chain(), colours);
    let moved: Vec<u16> = by.iter().map(|p| colours[p.index()]).collect();
    Search::new(group.chain(), group.cut_orbits(), &moved, PATIENCE).stabiliser(&by)
}

/// An element of the group that takes each base point, as far as its orbit allows, to a point of a rare colour.
fn rare_colours_to_base(chain: &StabiliserChain, colours: &[u16]) -> Perm {
    let mut element = Perm::identity(chain.degree());
    let mut counts = vec![0u32; colours.iter().max().map_or(0, |&c| c as usize + 1)];
    for (l, level) in chain.levels().iter().enumerate() {
        let colour = |p: &Point| colours[element.image(*p).index()] as usize;
        counts.fill(0);
        level.orbit().iter().for_each(|p| counts[colour(p)] += 1);
        // The base point is first in the orbit, so nothing moves without need.
        let Some(&best) = level.orbit().iter().min_by_key(|p| counts[colour(p)]) else { continue };
        if best != level.base() {
            element = chain.representative(l, best).then(&element);
        }
    }
    element
}

fn with_adapted_base(group: &Group, colours: &[u16]) -> StabiliserChain {
    let chain = adapted_chain(group.chain(), colours);
    let found = Search::new(&chain, &CutOrbits::new(&chain), colours, usize::MAX)
        .stabiliser(&Perm::identity(group.degree()));
    found.unwrap_or_else(|| StabiliserChain::trivial(group.degree()))
}

fn keeps(element: &Perm, colours: &[u16]) -> bool {
    element.iter().zip(colours).all(|(p, &colour)| colours[p.index()] == colour)
}

/// For each depth, the orbits of the stabiliser of the base points above it that are not orbits at the depth
/// before. These are what refinement compares; they depend on the chain alone.
#[derive(Debug, Clone)]
pub(crate) struct CutOrbits {
    by_depth: Vec<Vec<Vec<Point>>>,
}

impl CutOrbits {
    pub(crate) fn new(chain: &StabiliserChain) -> Self {
        let of_depth = |depth: usize| {
            let below = &chain.levels()[depth..];
            orbits_of(
                chain.degree(),
                below.iter().flat_map(Level::generator_indices).map(|g| &chain.strong[g]),
            )
        };
        let mut before = of_depth(0);
        let mut by_depth = vec![Vec::new()];
        for depth in 1..=chain.levels().len() {
            let now = of_depth(depth);
            by_depth.push(
                now.iter().filter(|o| before.of(o[0]).len() != o.len()).map(<[Point]>::to_vec).collect(),
            );
            before = now;
        }
        Self { by_depth }
    }

    /// The orbits that were cut at this depth.
    pub(crate) fn at(&self, depth: usize) -> &[Vec<Point>] {
        &self.by_depth[depth]
    }
}

struct Search<'a> {
    chain: &'a StabiliserChain,
    cut: &'a CutOrbits,
    colours: &'a [u16],
    /// One random word per point, equal for equal colours.
    words: Vec<u64>,
    /// For each depth and cut orbit, the sum of its words.
    sums: Vec<Vec<u64>>,
    /// For each depth, the element that takes the base points above it to their chosen images.
    products: Vec<Perm>,
    /// How many more nodes may be visited.
    patience: usize,
}

impl<'a> Search<'a> {
    fn new(chain: &'a StabiliserChain, cut: &'a CutOrbits, colours: &'a [u16], patience: usize) -> Self {
        let words: Vec<u64> = colours.iter().map(|&c| crate::Random::new(u64::from(c)).bits()).collect();
        let sum = |orbit: &Vec<Point>| orbit.iter().fold(0u64, |s, p| s.wrapping_add(words[p.index()]));
        let sums = cut.by_depth.iter().map(|orbits| orbits.iter().map(sum).collect()).collect();
        let products = vec![Perm::identity(chain.degree()); chain.levels().len() + 1];
        Self { chain, cut, colours, words, sums, products, patience }
    }

    /// Builds the stabiliser from the last base point up, its points renamed by `by`; `None` when patience
    /// runs out.
    fn stabiliser(&mut self, by: &Perm) -> Option<StabiliserChain> {
        let mut found: Vec<(usize, Perm)> = Vec::new();
        let mut known = Classes::new(self.chain.degree());
        for l in (0..self.chain.levels().len()).rev() {
            self.find_representatives(l, &mut found, &mut known);
        }
        (self.patience > 0).then(|| self.chain_of(&found, by))
    }

    /// Extends the stabiliser of the base points up to and with `l` to that of the ones before `l`. `known`
    /// holds its orbits.
    fn find_representatives(&mut self, l: usize, found: &mut Vec<(usize, Perm)>, known: &mut Classes) {
        let level = &self.chain.levels()[l];
        let base = level.base();
        let mut failed: Vec<Point> = Vec::new();
        for &image in level.orbit() {
            let orbit = known.find(image);
            let settled = orbit == known.find(base) || failed.iter().any(|&f| known.find(f) == orbit);
            if settled || self.colours[image.index()] != self.colours[base.index()] {
                continue;
            }
            self.products[l].reset();
            if self.descend(l, image) {
                let element = &self.products[self.chain.levels().len()];
                element.support().for_each(|p| {
                    known.join(p, element.image(p));
                });
                found.push((l, element.clone()));
            } else {
                failed.push(image);
            }
        }
    }

    /// Chooses the representative of `point` at level `l` and looks for a completion, left in the last of
    /// `products`.
    fn descend(&mut self, l: usize, point: Point) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.multiply(l, point);
        if !self.plausible(l + 1) {
            return false;
        }
        let Some(level) = self.chain.levels().get(l + 1) else {
            return keeps(&self.products[l + 1], self.colours);
        };
        let colour = self.colours[level.base().index()];
        for &next in level.orbit() {
            let image = self.products[l + 1].image(next);
            if self.colours[image.index()] == colour && self.patience > 0 && self.descend(l + 1, next) {
                return true;
            }
        }
        false
    }

    /// `products[l + 1] := u_p · products[l]`.
    fn multiply(&mut self, l: usize, point: Point) {
        let (above, below) = self.products.split_at_mut(l + 1);
        let (from, to) = (&above[l], below[0].points_mut());
        match self.chain.levels()[l].from_base(point) {
            Some(row) => to.iter_mut().zip(row).for_each(|(t, &p)| *t = from.image(p)),
            None => below[0].copy_from(&self.chain.representative(l, point).then(from)),
        }
    }

    /// Whether the orbits that were cut at this depth and their images hold the same colours.
    fn plausible(&self, depth: usize) -> bool {
        let product = &self.products[depth];
        let image_sum = |orbit: &[Point]| {
            orbit.iter().fold(0u64, |sum, &p| sum.wrapping_add(self.words[product.image(p).index()]))
        };
        self.cut.by_depth[depth].iter().zip(&self.sums[depth]).all(|(orbit, &sum)| image_sum(orbit) == sum)
    }

    /// The chain of the group that the elements found, with their points renamed, generate. The number of
    /// each is the level where it was found.
    fn chain_of(&self, found: &[(usize, Perm)], by: &Perm) -> StabiliserChain {
        let mut result = StabiliserChain::trivial(self.chain.degree());
        for (l, level) in self.chain.levels().iter().enumerate() {
            if found.iter().any(|(at, _)| *at == l) {
                result.push_level(by.image(level.base()));
                let here = result.levels.len() - 1;
                for (_, g) in found.iter().filter(|(at, _)| *at == l) {
                    result.add_generator(g.conjugate(by), 0, here);
                }
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, families};

    /// The elements of the group that keep the colours, counted one by one.
    fn count_by_enumeration(group: &Group, colours: &[u16]) -> u64 {
        group.elements().filter(|g| keeps(g, colours)).count() as u64
    }

    #[test]
    fn stabilisers_agree_with_enumeration() {
        let s3 = families::symmetric(3);
        let groups = [
            families::symmetric(6),
            families::hypercube(4),
            families::mathieu(11),
            families::petersen(),
            families::wreath(&s3, &s3),
            families::product(&families::dihedral(5), &families::alternating(4)),
            families::grid(4, 4),
            families::heawood(),
        ];
        let mut random = Random::new(5);
        for generators in groups {
            let group = Group::from_generators(0, generators);
            for round in 0..12 {
                let colours: Vec<u16> =
                    (0..group.degree()).map(|_| random.below(2 + round % 3) as u16).collect();
                let stabiliser = stabiliser_of_colours(&group, &colours);
                assert_eq!(stabiliser.small_order(), Some(count_by_enumeration(&group, &colours)));
                assert!(stabiliser.generators().iter().all(|g| keeps(g, &colours) && group.contains(g)));
                assert!(stabiliser.elements().all(|g| keeps(&g, &colours)));
                assert_eq!(with_adapted_base(&group, &colours).small_order(), stabiliser.small_order());
            }
        }
    }

    /// The example of Donaldson and Miller, *Extending symmetry reduction techniques to a realistic model of
    /// computation*, 2007, section 5.3: components 1 and 2 share a control state, 3 and 4 have one each.
    #[test]
    fn the_segment_of_the_paper() {
        let cells = [vec![Point::new(0), Point::new(1)], vec![Point::new(2)], vec![Point::new(3)]];
        let stabiliser = Group::symmetric(4).partition_stabiliser(&cells);
        assert_eq!(format!("{stabiliser:?}"), "<(1 2)>");
        assert!(Group::symmetric(4).vector_stabiliser(&[0, 0, 1, 2]).equals(&stabiliser));
    }

    #[test]
    fn large_symmetric_groups_need_no_search() {
        let group = Group::symmetric(30);
        let set: Vec<Point> = (0..10).map(|k| Point::new(3 * k)).collect();
        let expected = crate::factorial(10) * crate::factorial(20);
        assert_eq!(group.set_stabiliser(&set).order(), expected);
    }
}
