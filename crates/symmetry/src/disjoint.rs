//! `disjoint`: the factors of a disjoint product, one after the other.
//!
//! Source: Donaldson and Miller, On the constructive orbit problem, 2009, section 5: if a group is the product of groups
//! that move disjoint sets of points, the smallest image is found factor by factor, at the cost of the sum of their
//! orders instead of the product. The factors are found from the generators (section 5.1) or, failing that, by dependent
//! orbits (section 5.2), both in `permutation`.
//!
//! That holds if the factors touch different bytes. References, and cells that belong to components of two factors,
//! break it; then the factors are applied in turn until none of them helps, where the paper makes one round, and the
//! method is approximate.

use kernels::Block;
use permutation::{DisjointProduct, Group};

use crate::technique::{Maker, Minimiser, Technique};

/// The factors, each minimised by `factor`; `None` if there is only one.
pub(crate) fn technique(
    maker: &Maker<'_>,
    group: &Group,
    factor: &dyn Fn(&Maker<'_>, &Group) -> Option<Technique>,
) -> Option<Technique> {
    let product = DisjointProduct::by_generators(group).or_else(|| DisjointProduct::finest(group))?;
    let factors: Vec<Technique> =
        product.factors.iter().map(|f| factor(maker, &f.group)).collect::<Option<_>>()?;
    let touched = maker.touched(group)?;
    let owners = |byte: usize| factors.iter().filter(|f| f.touched[byte]).count();
    let apart = (0..touched.len()).all(|byte| owners(byte) <= 1);
    let exact = apart && factors.iter().all(|f| f.exact);
    let parts = factors.into_iter().map(|f| f.minimiser).collect();
    Some(Technique { minimiser: Box::new(InTurn::new(parts, apart)), exact, touched })
}

/// Minimisers applied one after the other.
pub(crate) struct InTurn {
    parts: Vec<Box<dyn Minimiser>>,
    /// No part can undo what another did.
    once: bool,
}

impl InTurn {
    pub fn new(parts: Vec<Box<dyn Minimiser>>, once: bool) -> InTurn {
        InTurn { parts, once }
    }
}

impl Minimiser for InTurn {
    fn minimise(&mut self, state: &mut Block) {
        if self.once {
            return self.parts.iter_mut().for_each(|part| part.minimise(state));
        }
        self.improve(state);
    }

    fn improve(&mut self, state: &mut Block) -> bool {
        // Parts that would not change the state. Every change makes it smaller, so this ends.
        let (mut idle, mut improved) = (0, false);
        let all = self.parts.len();
        while idle < all {
            for part in &mut self.parts {
                let changed = part.improve(state);
                improved |= changed;
                idle = if changed { 1 } else { idle + 1 };
                if idle == all {
                    break;
                }
            }
        }
        improved
    }
}
