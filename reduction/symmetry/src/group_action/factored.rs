//! Any element of a group applied to a state without making its action first.
//!
//! Every element is a product of coset representatives, one for each level of the stabiliser chain (seed 002, section
//! 4.2). Their actions are few and made in advance; an element that a search comes up with is sifted through the chain,
//! and the factors that are not the identity are applied. Making the action of every new element takes a thousand times
//! longer, and keeping them all takes as much memory as the group is large.

use kernels::Block;
use permutation::{Group, Perm, Point, relabel_perm};

use crate::group_action::action::Action;
use crate::techniques::technique::Context;

/// The coset representatives of a group as actions.
pub(crate) struct Factored {
    levels: Vec<Level>,
    next: Block,
}

/// An element as levels and the numbers of their representatives.
pub(crate) struct Factors(Vec<(usize, usize)>);

struct Level {
    base: Point,
    /// For each point, the number of the representative that takes the base there.
    number: Vec<usize>,
    inverses: Vec<Perm>,
    /// `None` for the identity.
    actions: Vec<Option<Action>>,
}

impl Factored {
    /// For elements given by how they move `points`, which must tell all elements apart. `None` where the group does not
    /// act on the states.
    pub fn new(maker: &Context<'_>, group: &Group, points: &[Point]) -> Option<Factored> {
        let group = group.with_base(points);
        let chain = group.chain();
        let place = |point: Point| points.iter().position(|p| *p == point).map(Point::new);
        let mut levels = Vec::new();
        for (l, level) in chain.levels().iter().enumerate().filter(|(_, level)| level.orbit().len() > 1) {
            let mut number = vec![usize::MAX; points.len()];
            let (mut inverses, mut actions) = (Vec::new(), Vec::new());
            for &point in level.orbit() {
                let perm = chain.representative(l, point);
                number[place(point)?.index()] = actions.len();
                actions.push(if perm.is_identity() { None } else { Some(maker.action(&perm)?) });
                inverses.push(relabel_perm(&perm.inverse(), points));
            }
            levels.push(Level { base: place(level.base())?, number, inverses, actions });
        }
        Some(Factored { levels, next: Block::default() })
    }

    /// The factors of an element of the group, in the order in which they are applied.
    pub fn factors(&self, mut element: Perm) -> Factors {
        let mut factors = Vec::new();
        for (level, number) in self.levels.iter().zip(0..) {
            let to = element.image(level.base);
            let representative = level.number[to.index()];
            debug_assert_ne!(representative, usize::MAX, "the element belongs to the group");
            if to != level.base {
                element.then_assign(&level.inverses[representative]);
                factors.push((number, representative));
            }
        }
        // What is left of the element is applied first.
        factors.reverse();
        Factors(factors)
    }

    /// Replaces a state by its image under an element.
    pub fn apply(&mut self, factors: &Factors, state: &mut Block) {
        for &(level, number) in &factors.0 {
            if let Some(action) = &self.levels[level].actions[number] {
                action.apply_block(state, &mut self.next);
                std::mem::swap(state, &mut self.next);
            }
        }
    }
}
