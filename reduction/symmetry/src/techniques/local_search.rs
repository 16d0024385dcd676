//! `local-search`: gradient descent along the generators, with restarts.
//!
//! Source: Donaldson and Miller, On the constructive orbit problem, 2009, section 4.4. From the state, go to the smallest
//! image under a generator until none is smaller: a local minimum. Random restarts, which the paper proposes, do the
//! same from images under random elements and keep the smallest result. Works for every group; approximate.
//!
//! What differs: inverses of generators are generators too; the random elements are drawn once, from a fixed seed, so
//! that every run stores the same states. Rejected: simulated annealing, which needs many more images for each state.

use kernels::Block;
use permutation::{Group, Perm, Random};

use crate::group_action::action::Action;
use crate::techniques::technique::{Context, Minimiser, Technique};

/// Descents from images of the state, besides the one from the state itself.
const RESTARTS: usize = 4;
const SEED: u64 = 44;

/// Descends along the generators of a group.
pub(crate) fn technique(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    let mut steps: Vec<Perm> = group.generators().to_vec();
    for generator in group.generators() {
        let inverse = generator.inverse();
        if !steps.contains(&inverse) {
            steps.push(inverse);
        }
    }
    let mut random = Random::new(SEED);
    let restarts: Vec<Perm> = (0..RESTARTS).map(|_| group.random_element(&mut random)).collect();
    let minimiser = Box::new(Descent {
        steps: maker.actions(&steps)?,
        restarts: maker.actions(&restarts)?,
        at: Block::default(),
        next: Block::default(),
    });
    Some(Technique { minimiser, exact: false, touched: maker.touched(group)? })
}

struct Descent {
    steps: Vec<Action>,
    restarts: Vec<Action>,
    at: Block,
    next: Block,
}

impl Descent {
    /// From `at` down to a local minimum, which is left in `at`.
    fn descend(&mut self) {
        self.next.copy_from(&self.at);
        loop {
            let mut smaller = false;
            for step in &self.steps {
                smaller |= step.minimise(&self.at, &mut self.next);
            }
            if !smaller {
                return;
            }
            self.at.copy_from(&self.next);
        }
    }
}

impl Minimiser for Descent {
    fn minimise(&mut self, state: &mut Block) {
        self.at.copy_from(state);
        self.descend();
        let mut best = self.at.clone();
        for i in 0..self.restarts.len() {
            self.restarts[i].apply_block(state, &mut self.at);
            self.descend();
            if self.at < best {
                best.copy_from(&self.at);
            }
        }
        state.copy_from(&best);
    }
}
