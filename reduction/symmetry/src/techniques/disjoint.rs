//! `disjoint`: the factors of a disjoint product, one after the other.
//!
//! Source: Donaldson and Miller, On the constructive orbit problem, 2009, section 5: if a group is the product of groups
//! that move disjoint sets of points, the smallest image is found factor by factor, at the cost of the sum of their
//! orders instead of the product. The factors are found from the generators (section 5.1) or, failing that, by dependent
//! orbits (section 5.2), both in `permutation`.
//!
//! That holds if nothing of a state matters to two factors (`influence`). References to components of one factor that move
//! with those of another break it; then the factors are applied in turn until none of them helps, where the paper makes
//! one round, and the method is approximate.

use kernels::Block;
use permutation::{DisjointProduct, Group};

use crate::group_action::influence::Influences;
use crate::techniques::technique::{Context, Minimiser, Technique};

/// The factors, each minimised by `factor`; `None` if there is only one.
pub(crate) fn technique(
    maker: &Context<'_>,
    group: &Group,
    factor: &dyn Fn(&Context<'_>, &Group) -> Option<Technique>,
) -> Option<Technique> {
    let product = DisjointProduct::by_generators(group).or_else(|| DisjointProduct::finest(group))?;
    let factors: Vec<Technique> =
        product.factors.iter().map(|f| factor(maker, &f.group)).collect::<Option<_>>()?;
    let touched = maker.touched(group)?;
    let apart = factors
        .iter()
        .enumerate()
        .all(|(i, factor)| factors[..i].iter().all(|other| factor.touched.is_apart_from(&other.touched)));
    let exact = apart && factors.iter().all(|f| f.exact);
    Some(Technique { minimiser: Box::new(InTurn::new(factors, apart)?), exact, touched })
}

/// Minimisers applied one after the other, as long as one of them has something to do.
///
/// Most have nothing to do: a successor differs from its source in a few bytes, and a part to which these do not matter
/// would not have changed the source either.
pub(crate) struct InTurn {
    parts: Vec<Box<dyn Minimiser>>,
    /// No part can undo what another did.
    once: bool,
    influences: Influences,
    /// Some parts are apart, so that much of what happens leaves some alone. Where all of them are entangled, as the clients
    /// and the servers of a load balancer, nothing is saved.
    some_apart: bool,
    /// A state that no part would change; of another length where none is known.
    settled: Block,
}

impl InTurn {
    /// `None` for more parts than an influence tells apart: no model has so many, and other techniques apply.
    pub fn new(parts: Vec<Technique>, once: bool) -> Option<InTurn> {
        let influences = Influences::new(&parts.iter().map(|part| &part.touched).collect::<Vec<_>>())?;
        let some_apart = influences.some_are_apart();
        let parts = parts.into_iter().map(|part| part.minimiser).collect();
        Some(InTurn { parts, once, influences, some_apart, settled: Block::default() })
    }
}

impl Minimiser for InTurn {
    fn minimise(&mut self, state: &mut Block) {
        if self.once {
            return self.parts.iter_mut().for_each(|part| part.minimise(state));
        }
        self.improve(state);
    }

    fn set_parent(&mut self, state: &[u8]) {
        if self.some_apart {
            self.settled.set(state);
        }
        self.parts.iter_mut().for_each(|part| part.set_parent(state));
    }

    fn wants_parent(&self) -> bool {
        self.some_apart || self.parts.iter().any(|part| part.wants_parent())
    }

    fn not_canonical(&self) -> u64 {
        self.parts.iter().map(|part| part.not_canonical()).sum()
    }

    fn improve(&mut self, state: &mut Block) -> bool {
        // Every change makes the state smaller, so this ends.
        let mut improved = false;
        let mut waiting = self.influences.of_difference(state, &self.settled);
        while let Some(number) = waiting.next() {
            if self.parts[number].improve(state) {
                improved = true;
                waiting.add(self.influences.disturbed_by(number));
            }
        }
        improved
    }
}
