//! `enumerate`: the smallest image under every element of the group.
//!
//! Source: Donaldson and Miller, On the constructive orbit problem, 2009. Three ways, all exact for every group, and the
//! last two as long as the group is large:
//! - along the stabiliser chain (section 4.2, Algorithm 2): every element is a product of coset representatives, one for
//!   each level, so that partial images are shared, and those that cannot become the smallest are left ([`crate::techniques::bounded`],
//!   `enumerate`);
//! - one element after the other, each applied as a whole (`enumerate-basic`);
//! - one element after the other, each as a product of transpositions (section 4.1, `enumerate-transpositions`).
//!   A transposition of points need not be a symmetry, nor act on states at all; where one does not, the element is
//!   applied as a whole.
//!
//! What differs: with vector instructions a whole permutation costs no more than one transposition (`kernels`), so the
//! second way beats the third, and images are compared while they are made. The
//! last two leave the smallest image in the order of the bytes, the first in an order of its own. Of the few elements of a
//! small group only those are tried that can lead to it ([`crate::techniques::presorted`]).

use std::collections::HashMap;

use explorer::Canonicaliser;
use kernels::Block;
use permutation::{Group, Perm};
use program::Configuration;

use crate::group_action::action::Action;
use crate::techniques::bounded::{Bounded, Order};
use crate::techniques::presorted::Presorted;
use crate::techniques::technique::{ByMinimiser, Context, Minimiser, Technique};
use crate::{Point, StateGroup, Strategy};

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
        let maker = Context::new(group, configuration);
        let technique = match is_one_by_one(&group.group) {
            true => match Presorted::new(&maker, &group.group) {
                Some(presorted) => exact(&maker, &group.group, presorted)?,
                None => one_by_one(&maker, &group.group)?,
            },
            false => exact(&maker, &group.group, Bounded::new(&maker, &group.group, Order::AsDecided)?)?,
        };
        Some(Box::new(ByMinimiser::new(technique)))
    }

    fn for_another_thread(&self) -> Option<Box<dyn Strategy>> {
        Some(Box::new(*self))
    }
}

/// Up to this many elements are tried one by one: that takes less than looking for the few that matter.
const FEW: u64 = 24;

/// Are the elements of this group tried one by one?
pub(crate) fn is_one_by_one(group: &Group) -> bool {
    group.small_order().is_some_and(|order| order <= FEW)
}

/// Beyond this many elements they are not kept one by one.
const MOST_KEPT: u64 = 100_000;

/// Tries every element along the stabiliser chain, and leaves the smallest image in the order of the bytes.
pub(crate) fn along_the_chain(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    exact(maker, group, Bounded::new(maker, group, Order::AsStored)?)
}

/// Tries every element as a whole.
pub(crate) fn one_by_one(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    if group.small_order().is_none_or(|order| order > MOST_KEPT) {
        return None;
    }
    let elements: Option<Vec<Action>> =
        group.elements().filter(|e| !e.is_identity()).map(|e| maker.action(&e)).collect();
    exact(maker, group, OneByOne { elements: elements?, best: Block::default(), calls: 0 })
}

/// Tries every element as a product of transpositions.
pub(crate) fn by_transpositions(maker: &Context<'_>, group: &Group) -> Option<Technique> {
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

fn exact(maker: &Context<'_>, group: &Group, minimiser: impl Minimiser + 'static) -> Option<Technique> {
    Some(Technique { minimiser: Box::new(minimiser), exact: true, touched: maker.touched(group)? })
}

struct OneByOne {
    elements: Vec<Action>,
    best: Block,
    calls: u64,
}

impl Minimiser for OneByOne {
    fn minimise(&mut self, state: &mut Block) {
        self.calls += 1;
        self.best.copy_from(state);
        for action in &self.elements {
            action.minimise(state, &mut self.best);
        }
        state.copy_from(&self.best);
    }

    fn images(&self) -> u64 {
        self.calls * self.elements.len() as u64
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
    fn product(&mut self, maker: &Context<'_>, element: &Perm) -> Option<Vec<usize>> {
        let transpositions = element.transpositions();
        // A location goes with its process: exchanged without it, it would be one of another process.
        let is_location =
            |a: permutation::Point| matches!(maker.group.points[a.index()], Point::Location(..));
        let parts: Option<Vec<usize>> = transpositions
            .iter()
            .map(|&(a, b)| match is_location(a) {
                true => None,
                false => self.number(maker, &Perm::transposition(element.degree(), a, b)),
            })
            .collect();
        match parts {
            Some(parts) => Some(parts),
            None => Some(vec![self.number(maker, element)?]),
        }
    }

    fn number(&mut self, maker: &Context<'_>, perm: &Perm) -> Option<usize> {
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
