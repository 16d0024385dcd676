//! `enumerate`: the smallest image under every element of the group.
//!
//! Source: Donaldson and Miller, On the constructive orbit problem, 2009, section 4: basic enumeration (all elements)
//! and enumeration along the stabiliser chain (section 4.2), where an element is a product of coset representatives,
//! one for each level, so that partial images are shared. Exact for every group; the time is the order of the group.

use explorer::Canonicaliser;
use permutation::coset_representatives;
use program::Configuration;

use crate::action::Action;
use crate::{StateGroup, Strategy};

/// Tries every element, along the stabiliser chain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Enumerate;

impl Strategy for Enumerate {
    fn is_exact(&self) -> bool {
        true
    }

    fn for_configuration(
        &mut self,
        group: &StateGroup,
        configuration: &Configuration,
    ) -> Option<Box<dyn Canonicaliser>> {
        let builder = group.actions(configuration);
        let levels: Option<Vec<Vec<Action>>> = coset_representatives(group.group.chain())
            .iter()
            .map(|level| level.iter().map(|perm| group.action(&builder, perm)).collect())
            .collect();
        Some(Box::new(Chain { levels: levels?, images: Vec::new(), best: Vec::new() }))
    }
}

/// The coset representatives of each level as actions.
struct Chain {
    levels: Vec<Vec<Action>>,
    /// The partial image at each level.
    images: Vec<Vec<u8>>,
    best: Vec<u8>,
}

impl Canonicaliser for Chain {
    fn canonicalise(&mut self, state: &mut [u8]) {
        self.images.resize_with(self.levels.len() + 1, Vec::new);
        for image in &mut self.images {
            image.resize(state.len(), 0);
        }
        self.images[0].copy_from_slice(state);
        self.best.clear();
        self.best.extend_from_slice(state);
        self.descend(0);
        state.copy_from_slice(&self.best);
    }
}

impl Chain {
    /// Applies the representatives of the deepest level first: every element is `u_k ... u_2 u_1`, one from each.
    fn descend(&mut self, done: usize) {
        if done == self.levels.len() {
            if self.images[done] < self.best {
                self.best.copy_from_slice(&self.images[done]);
            }
            return;
        }
        let level = self.levels.len() - 1 - done;
        for i in 0..self.levels[level].len() {
            let (before, after) = self.images.split_at_mut(done + 1);
            self.levels[level][i].apply(&before[done], &mut after[0]);
            self.descend(done + 1);
        }
    }
}
