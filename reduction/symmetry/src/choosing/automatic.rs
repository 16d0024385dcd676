//! `auto`: the technique that fits the group, with the reason.
//!
//! Refinement (`refine`) is exact for every group whose action it can read, and for products and wreath products of
//! symmetric groups it hardly does more than sort, whatever their order. Trying every element costs what the group has of
//! them, which is little for rings, tori and the like, where refinement is left with a search. So both are priced
//! (`price`) on some states of the program, by counting rounds, nodes and elements, and the cheaper one is taken. Where
//! refinement does not apply, labelling the state as a graph may still, and groups of moderate order are enumerated after
//! all. Whether the choice is worth its cost is asked again after the first few thousand states (`worth`).
//!
//! Rejected: measuring time, which would make the choice, and with it the representatives, differ between runs.

use explorer::Effort;
use permutation::BigUint;

use crate::Method;
use crate::StateGroup;
use crate::choosing::chooser::Choice;
use crate::choosing::cost_model;
use crate::choosing::prepared::{PreparedTechnique, at_once};
use crate::techniques::enumerate::{Enumerate, is_one_by_one};
use crate::techniques::label::{self, Label};
use crate::techniques::refine::Refine;

/// Groups up to this order are enumerated: trying them all takes less than anything else, and nothing else need be made.
const SMALL: u64 = 6;

/// Beyond this, trying every element costs more than it saves.
const LARGEST_ENUMERATED: u64 = 20_000;

/// Refining for so few steps is not undercut by a stabiliser chain, which takes time to make.
const HARDLY_DEAR: f64 = 3.0;

/// Enumeration must be cheaper than refinement by so much: prices are estimates.
const CLEARLY: f64 = 0.5;

/// The same where elements are tried one by one: so few that hardly anything can be wrong with the estimate.
const SOMEWHAT: f64 = 0.75;

/// So much of the images that elements tried one by one make of these states is made of all states: these are from the
/// beginning of the search, where most components are alike and more elements come into question (`presorted`). On the
/// systems of the papers it is 0.4 to 0.7.
const LATER: f64 = 0.5;

/// Picks a technique for a group that is not trivial, with a look at some states of the program.
pub(crate) fn choose(group: &StateGroup, states: &[Vec<u8>]) -> Choice {
    let order = group.group.order();
    let few = group.group.small_order().filter(|&order| order <= LARGEST_ENUMERATED);
    let configuration = &group.detection.instance.configuration;
    let enumerated = |reason: String| Choice::of(Method::Enumerate, at_once(Enumerate, group), reason);
    if few.is_some_and(|order| order <= SMALL) {
        return enumerated(format!("only {order} elements: all are tried"));
    }
    if let Some(mut refine) = PreparedTechnique::new(Refine, group) {
        return match few.and_then(|order| enumerate_instead(group, order, states, &mut refine)) {
            Some((enumerate, reason)) => Choice::of(Method::Enumerate, Box::new(enumerate), reason),
            None => Choice::of(Method::Refine, Box::new(refine), refined(&order)),
        };
    }
    if label::applies(group, configuration) {
        let reason = "refinement cannot read this group's action; states are labelled as graphs".into();
        return Choice::of(Method::Label, Box::new(Label::default()), reason);
    }
    if few.is_some() {
        let reason = format!("refinement cannot read this group's action; all {order} elements are tried");
        return enumerated(reason);
    }
    let reason =
        format!("refinement cannot read this group's action, and {order} elements are too many to try");
    Choice { strategy: None, method: Method::None, reason }
}

fn refined(order: &BigUint) -> String {
    format!("{order} elements; components are told apart by refinement")
}

/// The technique that tries every element, and why it is cheaper than refining, if on these states it is.
fn enumerate_instead(
    group: &StateGroup,
    order: u64,
    states: &[Vec<u8>],
    refine: &mut PreparedTechnique<Refine>,
) -> Option<(PreparedTechnique<Enumerate>, String)> {
    let refining = refine.tried(group, states);
    let refined = cost_model::refinement(refining);
    let one_by_one = is_one_by_one(&group.group);
    if !one_by_one && refined < HARDLY_DEAR {
        return None;
    }
    let mut enumerate = PreparedTechnique::new(Enumerate, group)?;
    let enumerating = enumerate.tried(group, states);
    let size = group.detection.instance.configuration.size as usize;
    let (cheaper, later) = if one_by_one { (SOMEWHAT, LATER) } else { (CLEARLY, 1.0) };
    let images = (enumerating.search_nodes as f64 * later) as u64;
    let each = cost_model::enumeration(Effort { search_nodes: images, ..enumerating }, one_by_one, size);
    (refining.calls > 0 && each < cheaper * refined).then(|| {
        let reason = format!(
            "{order} elements: trying all takes as long as {each:.1} steps ({} images for {} states), refining \
             {refined:.1} ({} rounds and {} search nodes)",
            enumerating.search_nodes, enumerating.calls, refining.refinement_rounds, refining.search_nodes
        );
        (enumerate, reason)
    })
}
