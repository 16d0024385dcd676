//! From abstract runs to concrete ones: Lemma 10, backwards.
//!
//! Where something went wrong, one arrangement of the last abstract state is known to be wrong. Its predecessor on the
//! abstract run was unwound into an arrangement that stepped into *some* arrangement of it; a permutation within the
//! cells of the annotation carries the latter to the one wanted, and, as every edge on the way respects that
//! annotation, the former to a concrete predecessor. This is repeated down to the initial state, whose orbit has one
//! element. Steps are made again rather than remembered, so the search stores no more than a parent for each state.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use program::FaultKind;

use crate::certify::Annotated;
use crate::local::LocalId;
use crate::partition::Partition;
use crate::state::{Abstract, Concrete, transport};
use crate::step::{Engine, Expansion};
use crate::unwind::{runs, unwind};

/// The concrete run behind a way through abstract states, to an arrangement of the last one in which, or in a step of which,
/// this goes wrong. `None` if it cannot be found again, which would be a defect.
pub(crate) fn lift(engine: &mut Engine<'_>, way: &[Abstract], kind: FaultKind) -> Option<Vec<Concrete>> {
    let (last, earlier) = way.split_last()?;
    let mut at = wrong_arrangement(expand(engine, last), kind)?;
    let mut run = vec![engine.concrete(last.shared, &at)];
    let mut next = last;
    for state in earlier.iter().rev() {
        at = arrangement_before(engine, state, next, &at)?;
        run.push(engine.concrete(state.shared, &at));
        next = state;
    }
    run.reverse();
    Some(run)
}

/// The steps of a state, with the arrangements in which they are taken.
fn expand(engine: &mut Engine<'_>, state: &Abstract) -> Expansion {
    let node = state.unpack(engine.partitions.get(state.partition));
    engine.trace = true;
    let expansion = engine.expand(&node);
    engine.trace = false;
    expansion
}

fn wrong_arrangement(expansion: Expansion, kind: FaultKind) -> Option<Vec<LocalId>> {
    match kind {
        FaultKind::InvalidEnd => expansion.dead.into_iter().next().map(|node| node.at),
        kind => expansion.steps.into_iter().find(|s| s.fault == Some(kind)).and_then(|s| s.origin),
    }
}

/// The arrangement of `state` that steps into the arrangement `at` of `next`.
fn arrangement_before(
    engine: &mut Engine<'_>,
    state: &Abstract,
    next: &Abstract,
    at: &[LocalId],
) -> Option<Vec<LocalId>> {
    let expansion = expand(engine, state);
    let partition = engine.partitions.get(next.partition);
    expansion.steps.into_iter().find_map(|step| {
        let node = step.node.filter(|node| engine.pack(node) == *next)?;
        Some(transport(partition, &node.at, at, &step.origin?))
    })
}

/// A state as one that it stands for.
pub(crate) fn annotated(engine: &Engine<'_>, state: &Abstract) -> Annotated {
    let partition = engine.partitions.get(state.partition);
    let node = state.unpack(partition);
    Annotated { state: engine.concrete(node.shared, &node.at), cells: partition.cells.clone() }
}

/// Adds every concrete state that a state stands for.
pub(crate) fn represented(engine: &mut Engine<'_>, state: &Abstract, all: &mut BTreeSet<Concrete>) {
    let finest = engine.partitions.intern(Partition::by_label(0..engine.system.processes.len()));
    let partition = engine.partitions.get(state.partition).clone();
    let node = state.unpack(&partition);
    let refinement = engine.partitions.refine(state.partition, finest);
    let meet = engine.partitions.get(refinement.meet).clone();
    unwind(runs(&node.at, &partition), &refinement, &meet, &|_| false, &|_, _| true, &mut |at| {
        all.insert(engine.concrete(node.shared, at));
        ControlFlow::Continue(())
    });
}
