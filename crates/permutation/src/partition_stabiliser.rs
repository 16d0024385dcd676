//! Set and partition stabilisers by backtrack search with refinement.
//!
//! The stabiliser of an ordered partition is found by searching the group for elements that keep every point's colour (a set is a partition into two
//! cells). An element is fixed by the images of the base points, so the search chooses them one by one
//! (*Handbook of Computational Group Theory*, 2005, section 4.6; Leon, *Permutation group algorithms based on
//! partitions*, 1991). Three things keep it short:
//!
//! - The base is adapted to the colours ([`crate::adapted_base`]).
//! - Refinement: once the images of `l` base points are fixed by `t`, every completion maps an orbit `O` of the stabiliser `G⁽ˡ⁾` onto
//!   `O^t`. The two must hold the same number of points of every colour. Colour counts are compared as sums of one random
//!   word per colour, so the test may let a wrong node through, never prune a right one; colours are compared exactly
//!   at the end.
//! - The subgroup found so far: it is built from the last base point up, and two images of a base point in
//!   one of its orbits lead to the same answer.
//!
//! What is found is a strong generating set, so the result comes with its chain and needs no Schreier-Sims.

use crate::{Group, Level, Orbits, Perm, Point, StabiliserChain, adapted_base::adapted_chain, orbits_of};

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

    /// The elements that keep a vector of values: those that map each set of positions with equal values onto itself.
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
    let chain = adapted_chain(group.chain(), colours);
    let mut search = Search::new(&chain, colours);
    Group::from_chain(search.stabiliser())
}

fn keeps(element: &Perm, colours: &[u16]) -> bool {
    element.iter().zip(colours).all(|(p, &colour)| colours[p.index()] == colour)
}

struct Search<'a> {
    chain: &'a StabiliserChain,
    colours: &'a [u16],
    /// One random word per point, equal for equal colours.
    words: Vec<u64>,
    /// For each depth, the orbits of the stabiliser of the base points above it that were cut since the depth before,
    /// each with the sum of its words.
    cut: Vec<Vec<(u64, Vec<Point>)>>,
    /// For each depth, the element that takes the base points above it to their chosen images.
    products: Vec<Perm>,
}

impl<'a> Search<'a> {
    fn new(chain: &'a StabiliserChain, colours: &'a [u16]) -> Self {
        let words: Vec<u64> = colours.iter().map(|&c| crate::Random::new(u64::from(c)).bits()).collect();
        let depth = chain.levels().len();
        let cut = cut_orbits(chain, &words);
        let products = vec![Perm::identity(chain.degree()); depth + 1];
        Self { chain, colours, words, cut, products }
    }

    /// Builds the stabiliser from the last base point up.
    fn stabiliser(&mut self) -> StabiliserChain {
        let mut found: Vec<(usize, Perm)> = Vec::new();
        for l in (0..self.chain.levels().len()).rev() {
            self.find_representatives(l, &mut found);
        }
        let mut result = StabiliserChain::trivial(self.chain.degree());
        for (l, level) in self.chain.levels().iter().enumerate() {
            if found.iter().any(|(at, _)| *at == l) {
                result.push_level(level.base());
                let here = result.levels.len() - 1;
                for (_, g) in found.iter().filter(|(at, _)| *at == l) {
                    result.add_generator(g.clone(), 0, here);
                }
            }
        }
        result
    }

    /// Extends the stabiliser of the base points up to and with `l` to that of the ones before `l`.
    fn find_representatives(&mut self, l: usize, found: &mut Vec<(usize, Perm)>) {
        let level = &self.chain.levels()[l];
        let base = level.base();
        let mut known = orbits_of(self.chain.degree(), found.iter().map(|(_, g)| g));
        let mut failed: Vec<Point> = Vec::new();
        for &image in level.orbit() {
            let settled = known.same(image, base) || failed.iter().any(|&f| known.same(f, image));
            if settled || self.colours[image.index()] != self.colours[base.index()] {
                continue;
            }
            self.products[l].reset();
            if self.descend(l, image) {
                found.push((l, self.products[self.chain.levels().len()].clone()));
                known = orbits_of(self.chain.degree(), found.iter().map(|(_, g)| g));
            } else {
                failed.push(image);
            }
        }
    }

    /// Chooses the representative of `point` at level `l` and looks for a completion, left in the last of `products`.
    fn descend(&mut self, l: usize, point: Point) -> bool {
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
            if self.colours[image.index()] == colour && self.descend(l + 1, next) {
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
        self.cut[depth].iter().all(|(sum, orbit)| image_sum(orbit) == *sum)
    }
}

/// The orbits of each `G⁽ˡ⁾` that are not orbits of `G⁽ˡ⁻¹⁾`, with the sums of their words.
fn cut_orbits(chain: &StabiliserChain, words: &[u64]) -> Vec<Vec<(u64, Vec<Point>)>> {
    let sum = |orbit: &[Point]| orbit.iter().fold(0u64, |s, p| s.wrapping_add(words[p.index()]));
    let of_depth = |depth: usize| {
        let below = &chain.levels()[depth.min(chain.levels().len())..];
        orbits_of(chain.degree(), below.iter().flat_map(Level::generator_indices).map(|g| &chain.strong[g]))
    };
    let mut before: Option<Orbits> = None;
    let mut cut = Vec::with_capacity(chain.levels().len() + 1);
    for depth in 0..=chain.levels().len() {
        let now = of_depth(depth);
        let is_new = |o: &&[Point]| before.as_ref().is_some_and(|b| b.of(o[0]).len() != o.len());
        cut.push(now.iter().filter(is_new).map(|o| (sum(o), o.to_vec())).collect());
        before = Some(now);
    }
    cut
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
            }
        }
    }

    #[test]
    fn large_symmetric_groups_need_no_search() {
        let group = Group::symmetric(30);
        let set: Vec<Point> = (0..10).map(|k| Point::new(3 * k)).collect();
        let expected = crate::factorial(10) * crate::factorial(20);
        assert_eq!(group.set_stabiliser(&set).order(), expected);
    }
}
