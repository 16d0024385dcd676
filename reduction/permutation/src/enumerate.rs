//! All elements of a group along its stabiliser chain.
//!
//! Every element is one product `u_k … u_1 u_0` of coset representatives, so an odometer over the basic
//! orbits yields each element once, and a step that changes the digit of level `l` recomputes the partial
//! products of the levels above it only. (Butler, *Fundamental Algorithms for Permutation Groups*, 1991;
//! Donaldson and Miller, *On the constructive orbit problem*, 2009, section 4.2, enumerate states this way.)
//! The last level turns fastest and costs one product per element.

use crate::{Perm, Point, StabiliserChain};

/// Iterates over all elements of a group; the identity comes first.
#[derive(Debug, Clone)]
pub struct Elements<'a> {
    chain: &'a StabiliserChain,
    /// For each level, which point of its orbit is chosen.
    digits: Vec<usize>,
    /// `products[l]` is the product of the representatives chosen at the levels above `l`, the deepest
    /// applied first.
    products: Vec<Perm>,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    Done,
}

impl<'a> Elements<'a> {
    pub(crate) fn new(chain: &'a StabiliserChain) -> Self {
        let levels = chain.levels().len();
        let products = vec![Perm::identity(chain.degree()); levels + 1];
        Self { chain, digits: vec![0; levels], products, state: State::Fresh }
    }

    /// The next element, borrowed: a loop that looks at every element and keeps none need not allocate.
    pub fn next_borrowed(&mut self) -> Option<&Perm> {
        let alive = match self.state {
            State::Fresh => true,
            State::Running => self.advance(),
            State::Done => false,
        };
        self.state = if alive { State::Running } else { State::Done };
        self.products.last().filter(|_| alive)
    }

    /// Turns the odometer; false after the last element.
    fn advance(&mut self) -> bool {
        let levels = self.chain.levels();
        let turns = |l: &usize| self.digits[*l] + 1 < levels[*l].orbit().len();
        let Some(level) = (0..levels.len()).rev().find(turns) else { return false };
        self.digits[level] += 1;
        self.digits[level + 1..].fill(0);
        let point = levels[level].orbit()[self.digits[level]];
        let (above, below) = self.products.split_at_mut(level + 1);
        let (product, deeper) = below.split_at_mut(1);
        product[0].reset();
        self.chain.apply_representative(level, point, &mut product[0]);
        product[0].then_assign(&above[level]);
        // The representatives of the deeper levels are the identity again.
        deeper.iter_mut().for_each(|p| p.copy_from(&product[0]));
        true
    }
}

impl Iterator for Elements<'_> {
    type Item = Perm;

    fn next(&mut self) -> Option<Perm> {
        self.next_borrowed().cloned()
    }
}

/// The coset representatives `U⁽ˡ⁾` of each level: `u_p` for each point of the basic orbit, the identity first.
#[must_use]
pub fn coset_representatives(chain: &StabiliserChain) -> Vec<Vec<Perm>> {
    let of_level = |(l, level): (usize, &crate::Level)| {
        let representative = |&p: &Point| chain.representative(l, p);
        level.orbit().iter().map(representative).collect()
    };
    chain.levels().iter().enumerate().map(of_level).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::{Group, families};

    #[test]
    fn every_element_comes_once() {
        for generators in [families::symmetric(5), families::hypercube(3), families::petersen(), vec![]] {
            let group = Group::from_generators(3, generators);
            let elements: Vec<_> = group.elements().collect();
            assert!(elements[0].is_identity());
            assert!(elements.iter().all(|g| group.contains(g)));
            assert_eq!(Some(elements.len() as u64), group.small_order());
            assert_eq!(elements.iter().collect::<HashSet<_>>().len(), elements.len());
        }
    }

    #[test]
    fn coset_representatives_multiply_to_the_group() {
        let group = Group::from_generators(0, families::hypercube(3));
        let sizes: Vec<usize> = super::coset_representatives(group.chain()).iter().map(Vec::len).collect();
        assert_eq!(sizes.iter().product::<usize>(), 48);
    }
}
