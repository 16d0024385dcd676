//! `fast`: whatever the classification of the group suggests.
//!
//! Source: Donaldson and Miller, On the constructive orbit problem, 2009, section 7: a minimising set if there is one,
//! otherwise a disjoint or wreath product with the same choice for each part, otherwise every element if they are few,
//! otherwise local search. It is TopSPIN's option of the same name (Extending symmetry reduction techniques, 2007, section
//! 7). Polynomial wherever a product of symmetric groups is found; exact where all its parts are, which references
//! usually prevent.
//!
//! `disjoint` and `wreath` insist on that kind of product, and try every element of its parts if these are small.

use permutation::Group;

use crate::techniques::disjoint;
use crate::techniques::enumerate;
use crate::techniques::local_search;
use crate::techniques::minimising_set;
use crate::techniques::technique::{Context, Technique};
use crate::techniques::wreath;

/// Unclassified groups of up to so many elements are enumerated.
const FEW: u64 = 500;

/// Factors of up to so many elements are enumerated if the product itself was asked for.
const FEW_IN_FACTOR: u64 = 720;

/// Classifies a group from the top down.
pub(crate) fn technique(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    minimising_set::greedy(maker, group)
        .or_else(|| disjoint::technique(maker, group, &technique))
        .or_else(|| wreath::technique(maker, group, &technique))
        .or_else(|| has_at_most(group, FEW).then(|| enumerate::along_the_chain(maker, group)).flatten())
        .or_else(|| local_search::technique(maker, group))
}

/// A disjoint product with accurate parts.
pub(crate) fn disjoint_product(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    disjoint::technique(maker, group, &accurate)
}

/// A wreath product with accurate parts.
pub(crate) fn wreath_product(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    wreath::technique(maker, group, &accurate)
}

fn accurate(maker: &Context<'_>, group: &Group) -> Option<Technique> {
    match has_at_most(group, FEW_IN_FACTOR) {
        true => enumerate::along_the_chain(maker, group),
        false => technique(maker, group),
    }
}

fn has_at_most(group: &Group, order: u64) -> bool {
    group.small_order().is_some_and(|o| o <= order)
}
