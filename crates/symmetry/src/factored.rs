//! Any element of a group applied to a state without making its action first.
//!
//! Every element is a product of coset representatives, one for each level of the stabiliser chain (seed 002, section
//! 4.2). Their actions are few and made in advance; an element that a search comes up with is sifted through the chain,
//! and the factors that are not the identity are applied. Making the action of every new element takes a thousand times
//! longer, and keeping them all takes as much memory as the group is large.

use kernels::Block;
use permutation::{Group, Perm, Point};

use crate::action::Action;
use crate::technique::Maker;

/// The coset representatives of a group as actions.
pub(crate) struct Factored {
    levels: Vec<Level>,
    /// The numbers of the factors found by the last sift.
    factors: Vec<Option<usize>>,
    next: Block,
}

struct Level {
    base: Point,
    /// For each point, the number of the representative that takes the base there.
    number: Vec<usize>,
    inverses: Vec<Perm>,
    /// `None` for the identity.
    actions: Vec<Option<Action>>,
}

impl Factored {
    /// `None` where the group does not act on the states.
    pub fn new(maker: &Maker<'_>, group: &Group) -> Option<Factored> {
        let chain = group.chain();
        let mut levels = Vec::new();
        for (l, level) in chain.levels().iter().enumerate() {
            let mut number = vec![usize::MAX; group.degree()];
            let (mut inverses, mut actions) = (Vec::new(), Vec::new());
            for &point in level.orbit() {
                let perm = chain.representative(l, point);
                number[point.index()] = actions.len();
                actions.push(if perm.is_identity() { None } else { Some(maker.action(&perm)?) });
                inverses.push(perm.inverse());
            }
            levels.push(Level { base: level.base(), number, inverses, actions });
        }
        Some(Factored { factors: Vec::with_capacity(levels.len()), levels, next: Block::default() })
    }

    /// Replaces a state by its image under an element of the group.
    pub fn apply(&mut self, mut element: Perm, state: &mut Block) {
        self.factors.clear();
        for level in &self.levels {
            let to = element.image(level.base);
            let number = level.number[to.index()];
            debug_assert_ne!(number, usize::MAX, "the element belongs to the group");
            let moves = to != level.base;
            if moves {
                element.then_assign(&level.inverses[number]);
            }
            self.factors.push(moves.then_some(number));
        }
        // What is left of the element was applied first.
        for (level, factor) in self.levels.iter().zip(&self.factors).rev() {
            if let Some(action) = factor.and_then(|number| level.actions[number].as_ref()) {
                action.apply_block(state, &mut self.next);
                std::mem::swap(state, &mut self.next);
            }
        }
    }
}
