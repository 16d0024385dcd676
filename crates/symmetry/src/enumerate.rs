//! `enumerate`: the smallest image under every element of the group.
//!
//! Source: Donaldson and Miller, On the constructive orbit problem, 2009. Three ways, all exact for every group, and all
//! of them as long as the group is large:
//! - along the stabiliser chain (section 4.2, Algorithm 2): every element is a product of coset representatives, one for
//!   each level, so that partial images are shared and only the representatives are kept (`enumerate`);
//! - one element after the other, each applied as a whole (`enumerate-basic`);
//! - one element after the other, each as a product of transpositions (section 4.1, `enumerate-transpositions`).
//!   A transposition of points need not be a symmetry, nor act on states at all; where one does not, the element is
//!   applied as a whole.
//!
//! What differs: with vector instructions a whole permutation costs no more than one transposition (`kernels`), so the
//! second way beats the third, and the last level of the first compares images while they are made.

use std::collections::HashMap;

use explorer::Canonicaliser;
use kernels::Block;
use permutation::{Group, Perm, coset_representatives};
use program::Configuration;

use crate::action::Action;
use crate::technique::{Maker, Minimised, Minimiser, Technique};
use crate::{StateGroup, Strategy};

/// Tries every element along the stabiliser chain; applies to every group.
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
        let technique = along_the_chain(&Maker::new(group, configuration), &group.group)?;
        Some(Box::new(Minimised::new(technique)))
    }
}

/// Beyond this many elements they are not kept one by one.
const MOST_KEPT: u64 = 100_000;

/// Tries every element along the stabiliser chain.
pub(crate) fn along_the_chain(maker: &Maker<'_>, group: &Group) -> Option<Technique> {
    exact(maker, group, Chain::new(maker, group)?)
}

/// Tries every element as a whole.
pub(crate) fn one_by_one(maker: &Maker<'_>, group: &Group) -> Option<Technique> {
    if group.small_order().is_none_or(|order| order > MOST_KEPT) {
        return None;
    }
    let elements: Option<Vec<Action>> =
        group.elements().filter(|e| !e.is_identity()).map(|e| maker.action(&e)).collect();
    exact(maker, group, OneByOne { elements: elements?, best: Block::default() })
}

/// Tries every element as a product of transpositions.
pub(crate) fn by_transpositions(maker: &Maker<'_>, group: &Group) -> Option<Technique> {
    if group.small_order().is_none_or(|order| order > MOST_KEPT) {
        return None;
    }
    let mut made = Transpositions::default();
    for element in group.elements().filter(|e| !e.is_identity()) {
        let product = made.product(maker, &element)?;
        made.products.push(product);
    }
    exact(maker, group, made)
}

fn exact(maker: &Maker<'_>, group: &Group, minimiser: impl Minimiser + 'static) -> Option<Technique> {
    Some(Technique { minimiser: Box::new(minimiser), exact: true, touched: maker.touched(group)? })
}

/// The coset representatives of each level as actions, the identity left out.
pub(crate) struct Chain {
    levels: Vec<Vec<Action>>,
    /// The partial image at each level.
    images: Vec<Block>,
    best: Block,
}

impl Chain {
    pub fn new(maker: &Maker<'_>, group: &Group) -> Option<Chain> {
        // The deepest level first, which is the order in which they are applied.
        let levels: Option<Vec<Vec<Action>>> = coset_representatives(group.chain())
            .iter()
            .rev()
            .map(|level| maker.actions(level.iter().filter(|perm| !perm.is_identity())))
            .collect();
        let mut levels = levels?;
        levels.retain(|level| !level.is_empty());
        Some(Chain { images: vec![Block::default(); levels.len()], levels, best: Block::default() })
    }

    /// Applies the representatives from level `at` on to the image at `from`; the identity leaves it where it is.
    fn descend(&mut self, at: usize, from: usize) {
        let last = at + 1 == self.levels.len();
        if last {
            for action in &self.levels[at] {
                action.minimise(&self.images[from], &mut self.best);
            }
            return self.keep_smaller(from);
        }
        self.descend(at + 1, from);
        for i in 0..self.levels[at].len() {
            let (before, after) = self.images.split_at_mut(at + 1);
            self.levels[at][i].apply_block(&before[from], &mut after[0]);
            self.descend(at + 1, at + 1);
        }
    }

    fn keep_smaller(&mut self, from: usize) {
        if self.images[from] < self.best {
            self.best.copy_from(&self.images[from]);
        }
    }
}

impl Minimiser for Chain {
    fn minimise(&mut self, state: &mut Block) {
        if self.levels.is_empty() {
            return;
        }
        self.images[0].copy_from(state);
        self.best.copy_from(state);
        self.descend(0, 0);
        state.copy_from(&self.best);
    }
}

struct OneByOne {
    elements: Vec<Action>,
    best: Block,
}

impl Minimiser for OneByOne {
    fn minimise(&mut self, state: &mut Block) {
        self.best.copy_from(state);
        for action in &self.elements {
            action.minimise(state, &mut self.best);
        }
        state.copy_from(&self.best);
    }
}

/// Each element as the numbers of the actions to apply, the first one first.
#[derive(Default)]
struct Transpositions {
    actions: Vec<Action>,
    numbers: HashMap<Perm, Option<usize>>,
    products: Vec<Vec<usize>>,
    image: Block,
    next: Block,
    best: Block,
}

impl Transpositions {
    /// The transpositions of an element, or the element itself where one of them does not act.
    fn product(&mut self, maker: &Maker<'_>, element: &Perm) -> Option<Vec<usize>> {
        let transpositions = element.transpositions();
        let parts: Option<Vec<usize>> = transpositions
            .iter()
            .map(|&(a, b)| self.number(maker, &Perm::transposition(element.degree(), a, b)))
            .collect();
        match parts {
            Some(parts) => Some(parts),
            None => Some(vec![self.number(maker, element)?]),
        }
    }

    fn number(&mut self, maker: &Maker<'_>, perm: &Perm) -> Option<usize> {
        if let Some(&known) = self.numbers.get(perm) {
            return known;
        }
        let number = maker.action(perm).map(|action| {
            self.actions.push(action);
            self.actions.len() - 1
        });
        self.numbers.insert(perm.clone(), number);
        number
    }
}

impl Minimiser for Transpositions {
    fn minimise(&mut self, state: &mut Block) {
        self.best.copy_from(state);
        for product in &self.products {
            let Some((last, rest)) = product.split_last() else { continue };
            self.image.copy_from(state);
            for &number in rest {
                self.actions[number].apply_block(&self.image, &mut self.next);
                std::mem::swap(&mut self.image, &mut self.next);
            }
            self.actions[*last].minimise(&self.image, &mut self.best);
        }
        state.copy_from(&self.best);
    }
}
